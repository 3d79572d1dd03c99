import { camscanWords } from '#words/camscan'

/** Suffix of a single download. */
const singleSuffix = '_equerre'
/** Inside the zip a result ends with `zipSuffix`; a PDF of results from several files begins with `pdfStem`. */
export const { zipName } = camscanWords.fileNames

type Named = {
  readonly name: string
  /** 1-based page for one of several, null for an image. */
  readonly page: number | null
  /** 1-based document for one of several on a page. */
  readonly document?: number | null
  /** The result's, with its dot. */
  readonly extension: string
}

/** File name of one downloaded result: `facture_equerre.png`, `contrat_p01_equerre.png`. */
export function singleName(source: Named): string {
  return `${stem(source)}${singleSuffix}${source.extension}`
}

/** File name of several results joined in one PDF: `contrat_equerre.pdf` for the pages of `contrat.pdf`. */
export function pdfName(source: string | null): string {
  return singleName({ name: source ?? camscanWords.fileNames.pdfStem, page: null, extension: '.pdf' })
}

/** What file systems refuse in a name. */
const forbidden = /[\\/:*?"<>|\p{Cc}]+/gu

/** File name of what somebody named. */
export function titledName(title: string, extension: string): string {
  return `${title.replaceAll(forbidden, ' ').trim()}${extension}`
}

/** The zip that holds one PDF per file: `documents_equerre.zip`. */
export const pdfsName = singleName({ name: camscanWords.fileNames.pdfStem, page: null, extension: '.zip' })

/** The text of several files. */
export const textsName = singleName({ name: camscanWords.fileNames.pdfStem, page: null, extension: '.txt' })

/** File names inside the zip, in order and unique: a second `facture` becomes `facture (2)_recadree.png`. */
export function zipNames(sources: readonly Named[]): string[] {
  const taken = new Set<string>()
  return sources.map((source) => {
    const base = firstFree(stem(source), taken)
    // Windows and macOS ignore case when unpacking.
    taken.add(base.toLowerCase())
    return `${base}${camscanWords.fileNames.zipSuffix}${source.extension}`
  })
}

function stem({ name, page, document = null }: Named): string {
  const base = name.replace(/\.[^.]*$/, '') || name
  const numbered = (letter: string, n: number | null) =>
    n === null ? '' : `_${letter}${String(n).padStart(2, '0')}`
  return `${base}${numbered('p', page)}${numbered('d', document || null)}`
}

function firstFree(base: string, taken: ReadonlySet<string>): string {
  let candidate = base
  for (let n = 2; taken.has(candidate.toLowerCase()); n++) candidate = `${base} (${n})`
  return candidate
}

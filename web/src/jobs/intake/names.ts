import { camscanWords } from '#words/camscan'

/** Suffix of a single download. */
const singleSuffix = '_equerre'
/** Inside the zip a result ends with `zipSuffix`; a PDF of results from several files begins with `pdfStem`. */
export const { zipName } = camscanWords.fileNames

type Named = {
  readonly name: string
  /** 1-based page for a page of a PDF, null for an image. */
  readonly page: number | null
  /** Of the result, with its dot. */
  readonly extension: string
}

/** The name of one downloaded result: `facture_equerre.png`, `contrat_p01_equerre.png`. */
export function singleName(source: Named): string {
  return `${stem(source)}${singleSuffix}${source.extension}`
}

/** The name of several results in one PDF: `contrat_equerre.pdf` for the pages of `contrat.pdf`. */
export function pdfName(source: string | null): string {
  return singleName({ name: source ?? camscanWords.fileNames.pdfStem, page: null, extension: '.pdf' })
}

/** The names of the results inside the zip, in order and all different: a second `facture` becomes `facture (2)_recadree.png`. */
export function zipNames(sources: readonly Named[]): string[] {
  const taken = new Set<string>()
  return sources.map((source) => {
    const base = firstFree(stem(source), taken)
    // Windows and macOS do not tell upper from lower case when they unpack.
    taken.add(base.toLowerCase())
    return `${base}${camscanWords.fileNames.zipSuffix}${source.extension}`
  })
}

function stem({ name, page }: Named): string {
  const base = name.replace(/\.[^.]+$/, '') || name
  return page === null ? base : `${base}_p${String(page).padStart(2, '0')}`
}

function firstFree(base: string, taken: ReadonlySet<string>): string {
  let candidate = base
  for (let n = 2; taken.has(candidate.toLowerCase()); n++) candidate = `${base} (${n})`
  return candidate
}

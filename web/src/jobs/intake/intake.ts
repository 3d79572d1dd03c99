import type { PageFacts } from '@equerre/contract/page-facts'
import { camscanWords } from '#words/camscan'

type Limits = Partial<PageFacts['limits']>
type Candidate = Pick<File, 'name' | 'size' | 'type'>
export type Refusal = { readonly name: string; readonly reason: string }
export type Kind = 'image' | 'pdf'

const imageNames = /\.(jpe?g|jfif|png|webp|gif|bmp|avif|hei[cf]|tiff?)$/i
const pdfNames = /\.pdf$/i
const svgNames = /\.svgz?$/i

/**
 * Splits files into those to send and those refused, with a reason. The picker filters by type, a drop does not;
 * the server decides in the end. Limits that are not known yet refuse nothing.
 */
export function sortFiles<F extends Candidate>(
  files: readonly F[],
  limits: Limits,
): { accepted: { file: F; kind: Kind }[]; refused: Refusal[] } {
  const accepted: { file: F; kind: Kind }[] = []
  const refused: Refusal[] = []
  const batchMax = limits.batchFilesMax ?? Number.POSITIVE_INFINITY
  for (const file of files) {
    const kind = kindOf(file)
    const reason =
      accepted.length >= batchMax ? camscanWords.refusals.batch(batchMax) : refusal(file, kind, limits)
    if (kind !== null && reason === null) accepted.push({ file, kind })
    else refused.push({ name: file.name, reason: reason ?? camscanWords.refusals.type })
  }
  return { accepted, refused }
}

function isSvg({ name, type }: Candidate): boolean {
  return type === 'image/svg+xml' || svgNames.test(name)
}

/** Some systems report no type, mostly for HEIC and TIFF: then the file name decides. */
function kindOf(file: Candidate): Kind | null {
  const { name, type } = file
  if (type === 'application/pdf' || (type === '' && pdfNames.test(name))) return 'pdf'
  if (isSvg(file)) return null
  return type.startsWith('image/') || (type === '' && imageNames.test(name)) ? 'image' : null
}

function refusal(file: Candidate, kind: Kind | null, limits: Limits): string | null {
  if (kind === null) return isSvg(file) ? camscanWords.refusals.svg : camscanWords.refusals.type
  if (file.size === 0) return camscanWords.refusals.empty
  const max = kind === 'pdf' ? limits.pdfBytesMax : limits.imageBytesMax
  return max !== undefined && file.size > max ? camscanWords.refusals[kind](file.size, max) : null
}

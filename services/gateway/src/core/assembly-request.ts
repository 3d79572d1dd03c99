import type { AssemblyPage, AssemblyRequest } from '@equerre/contract/assemblies'
import type { AssembledPage, Made } from '@equerre/contract/jobs'
import type { Limits } from '@equerre/contract/limits'
import { Problem } from '@equerre/contract/problems'
import {
  asksForText,
  isDone,
  isExpired,
  isMade,
  pageInfo,
  type Done,
  type Ingestion,
  type Step,
} from './step.ts'

/** What an assembly's pages are from: the files, locked, and all of their steps that the request names. */
export type Sources = {
  readonly files: ReadonlyMap<string, Ingestion>
  readonly rectified: ReadonlyMap<string, Step>
  readonly now: Date
}

/** A page as it goes to a worker; of one that can still be read, the rectify. */
export type PlacedPage = { readonly page: AssembledPage; readonly unread: Done<'rectify'> | null }

/** @throws Problem `assembly_too_many_pages`, `assembly_card_pages`, `assembly_not_archivable` */
export function boundAssembly(
  { pages, layout, standard }: AssemblyRequest,
  { assemblyPagesMax: most }: Pick<Limits, 'assemblyPagesMax'>,
): void {
  if (pages.length > most) throw new Problem('assembly_too_many_pages', { pages: pages.length, most })
  const original = pages.findIndex((page) => 'ingestion_id' in page)
  if (layout === 'card' && (pages.length !== 2 || original !== -1)) throw new Problem('assembly_card_pages')
  // What somebody else has written is not ours to vouch for.
  if (standard === 'pdfa-2b' && original !== -1)
    throw new Problem('assembly_not_archivable', { page: original + 1 })
}

/**
 * The pages of an assembly, each checked.
 * @throws Problem `assembly_page_missing`, `assembly_page_expired`, `assembly_page_unfinished`
 */
export function placePages(pages: readonly AssemblyPage[], sources: Sources): PlacedPage[] {
  return pages.map((asked, index) =>
    'rectify_id' in asked
      ? placeMade(asked, index + 1, sources)
      : { page: placeOriginal(asked, index + 1, sources), unread: null },
  )
}

type Asked<Key extends string> = Extract<AssemblyPage, { readonly [Each in Key]: string }>

function placeMade(asked: Asked<'rectify_id'>, place: number, sources: Sources): PlacedPage {
  const step = sources.rectified.get(asked.rectify_id)
  const file = usable(step?.ingestionId, place, sources)
  if (step?.kind !== 'rectify' || !isDone(step) || !isMade(step))
    throw new Problem('assembly_page_unfinished', { page: place })
  const { dpi } = step.result
  const gray = step.input.options.filter !== 'color'
  const readId = step.text?.readId ?? null
  return {
    page: {
      of: 'rectify',
      ...placed(asked, file),
      rectifyId: step.id,
      made: madeOf(step),
      dpi,
      gray,
      readId,
    },
    unread: canBeRead(step) ? step : null,
  }
}

function placeOriginal(asked: Asked<'ingestion_id'>, place: number, sources: Sources): AssembledPage {
  const file = usable(asked.ingestion_id, place, sources)
  if (file.mime !== 'application/pdf' || file.state !== 'ready')
    throw new Problem('assembly_page_unfinished', { page: place })
  if (!pageInfo(file, asked.page)) throw new Problem('assembly_page_missing', { page: place })
  const { sealedPassword: password } = file
  return { of: 'file', ...placed(asked, file), page: asked.page, ...(password !== null && { password }) }
}

function usable(id: string | undefined, place: number, { files, now }: Sources): Ingestion {
  const file = id === undefined ? undefined : files.get(id)
  if (file?.kind !== 'file') throw new Problem('assembly_page_missing', { page: place })
  if (isExpired(file, now)) throw new Problem('assembly_page_expired', { page: place })
  return file
}

function placed({ turn = 0, name }: AssemblyPage, file: Ingestion) {
  return { ingestionId: file.id, source: file.name, turn, name: name ?? null }
}

/** A watermark would be read too, unless the page was left to be read before it got one. */
function canBeRead(step: Done<'rectify'>): boolean {
  const unread = (step.text?.readId ?? null) === null
  return unread && (!step.input.watermark || asksForText(step))
}

/** The one given, or the name of the first file, without its extension. */
export function titleOf({ title }: AssemblyRequest, [first]: readonly AssembledPage[]): string {
  return title ?? (first?.source.replace(/\.[^.]{1,5}$/, '') || 'Dossier')
}

/** The file of a finished page. */
export function madeOf({ input, result }: Done<'rectify'>): Made {
  return { format: input.options.format, width: result.width, height: result.height }
}

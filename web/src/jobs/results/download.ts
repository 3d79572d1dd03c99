import { assemble } from '../../api/assemblies.ts'
import { isGone } from '../../api/client.ts'
import { saveBlob } from '../../ui/browser/save-blob.ts'
import { fetchHeld } from '../kept/fetched.ts'
import { pdfsName, singleName, titledName, zipName, zipNames } from '../intake/names.ts'
import { isFolder } from '../job.ts'
import type { Job } from '../job.ts'
import { textPath } from '../look/look.ts'
import { assemblyPage } from './assembly-page.ts'

/** The cards with a result to download, in order. */
export function downloadable(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter((job) => !isFolder(job) && warpedPath(job) !== null)
}

/**
 * Saves one result. A failure is only logged: the specification shows no message.
 * @returns false if the service has the file no more, which no other try would change
 */
export async function downloadOne(job: Job): Promise<boolean> {
  try {
    saveBlob(await fetchResult(job), singleName(namedSource(job)))
  } catch (error) {
    if (isGone(error)) return false
    reportError(error)
  }
  return true
}

/** Saves all results of `jobs` as one zip; `onProgress` gets the number packed so far. */
export async function downloadZip(jobs: readonly Job[], onProgress: (packed: number) => void): Promise<void> {
  const { default: JsZip } = await import('jszip')
  const zip = new JsZip()
  const names = zipNames(jobs.map(namedSource))
  for (const [index, job] of jobs.entries()) {
    zip.file(names[index] ?? job.id, await fetchResult(job))
    onProgress(index + 1)
  }
  // PNG is compressed already: a second pass would only cost time.
  saveBlob(await zip.generateAsync({ type: 'blob', compression: 'STORE' }), zipName)
}

/** Saves one zip with a PDF for each file that `jobs` are results of. */
export async function downloadPdfs(
  jobs: readonly Job[],
  onProgress: (joined: number) => void,
): Promise<void> {
  const { default: JsZip } = await import('jszip')
  const zip = new JsZip()
  const files = [...Map.groupBy(jobs, fileIdOf).values()]
  const names = zipNames(files.map(([job]) => ({ name: job?.name ?? '', page: null, extension: '.pdf' })))
  const { signal } = new AbortController()
  let joined = 0
  for (const [index, results] of files.entries()) {
    const request = { signal, idempotencyKey: crypto.randomUUID() }
    const { artifacts } = await assemble({ pages: results.map(assemblyPage) }, request)
    zip.file(names[index] ?? '', await fetchHeld(artifacts.pdf_path))
    onProgress((joined += results.length))
  }
  saveBlob(await zip.generateAsync({ type: 'blob', compression: 'STORE' }), pdfsName)
}

/** Saves the text of all `jobs` that were read, page after page. */
export async function downloadTexts(jobs: readonly Job[], name: string): Promise<void> {
  const texts: string[] = []
  for (const { rectify } of jobs) {
    const path = rectify && textPath(rectify)
    if (path) texts.push((await (await fetchHeld(path)).text()).trim())
  }
  saveBlob(new Blob([`${texts.join('\n\n')}\n`], { type: 'text/plain' }), name)
}

/** File name of one result in another format. */
export function resultName(job: Job, extension: string): string {
  return singleName({ ...namedSource(job), extension })
}

/** Documents of one photo are of one file, though each is a card of its own. */
export function fileIdOf({ id, parent, ingest }: Job): string {
  return parent ?? ingest?.ingestion_id ?? id
}

function namedSource(job: Job): Parameters<typeof singleName>[0] {
  const extension = /\.\w+$/.exec(warpedPath(job) ?? '')?.[0] ?? ''
  // What follows the last point goes, as the extension of a file does.
  if (job.title) return { name: titledName(job.title, '.'), page: null, extension }
  return { name: job.name, page: job.parent === null ? null : job.page, document: job.document, extension }
}

function warpedPath(job: Job): string | null {
  return job.rectify?.artifacts.warped_path ?? null
}

function fetchResult(job: Job): Promise<Blob> {
  return fetchHeld(warpedPath(job) ?? '')
}

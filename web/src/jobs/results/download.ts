import { saveBlob } from '../../ui/browser/save-blob.ts'
import { fetchHeld } from '../kept/fetched.ts'
import { pdfName, pdfsName, singleName, zipName, zipNames } from '../intake/names.ts'
import { isFolder } from '../job.ts'
import type { Job } from '../job.ts'
import type { Page } from './join-pages.ts'
import { madeSize } from './pictures.ts'

/** The cards with a result to download, in order. */
export function downloadable(jobs: readonly Job[]): readonly Job[] {
  return jobs.filter((job) => !isFolder(job) && warpedPath(job) !== null)
}

/** Saves one result. A failure is only logged: the specification shows no message. */
export async function downloadOne(job: Job): Promise<void> {
  try {
    saveBlob(await fetchResult(job), singleName(namedSource(job)))
  } catch (error) {
    reportError(error)
  }
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

/** Saves all results of `jobs` as one PDF, named after the PDF `folder` where they are its pages. */
export async function downloadPdf(
  jobs: readonly Job[],
  folder: Job | null,
  onProgress: (joined: number) => void,
): Promise<void> {
  const { joinPages } = await import('./join-pages.ts')
  saveBlob(await joinPages(fetchPages(jobs, onProgress)), pdfName(folder?.name ?? null))
}

/** Saves one zip with a PDF for each file that `jobs` are results of. */
export async function downloadPdfs(
  jobs: readonly Job[],
  onProgress: (joined: number) => void,
): Promise<void> {
  const [{ default: JsZip }, { joinPages }] = await Promise.all([import('jszip'), import('./join-pages.ts')])
  const zip = new JsZip()
  const files = [...Map.groupBy(jobs, fileIdOf).values()]
  const names = zipNames(files.map(([job]) => ({ name: job?.name ?? '', page: null, extension: '.pdf' })))
  let before = 0
  for (const [index, results] of files.entries()) {
    const joined = await joinPages(fetchPages(results, (pages) => onProgress(before + pages)))
    zip.file(names[index] ?? '', joined)
    before += results.length
  }
  saveBlob(await zip.generateAsync({ type: 'blob', compression: 'STORE' }), pdfsName)
}

/** Documents of one photo are of one file, though each is a card of its own. */
function fileIdOf({ id, parent, ingest }: Job): string {
  return parent ?? ingest?.ingestion_id ?? id
}

async function* fetchPages(jobs: readonly Job[], onProgress: (joined: number) => void): AsyncGenerator<Page> {
  for (const [index, job] of jobs.entries()) {
    const size = job.rectify && madeSize(job.rectify)
    if (!job.rectify || !size) continue
    yield { file: await fetchResult(job), ...size, dpi: job.rectify.dpi }
    onProgress(index + 1)
  }
}

function namedSource(job: Job): Parameters<typeof singleName>[0] {
  const extension = /\.\w+$/.exec(warpedPath(job) ?? '')?.[0] ?? ''
  return { name: job.name, page: job.parent === null ? null : job.page, document: job.document, extension }
}

function warpedPath(job: Job): string | null {
  return job.rectify?.artifacts.warped_path ?? null
}

function fetchResult(job: Job): Promise<Blob> {
  return fetchHeld(warpedPath(job) ?? '')
}

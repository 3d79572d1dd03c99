import { arranged } from '../arrangement.ts'
import { isFolder, pagesOf } from '../job.ts'
import type { Job } from '../job.ts'
import { isAsSent } from './assembly-page.ts'
import { downloadable } from './download.ts'

/** The pages of one PDF, in order, and those that it has to leave out. */
export type Dossier = { readonly pages: readonly Job[]; readonly without: readonly Job[] }

/**
 * All finished pages in the user's order; or all pages of the PDF `folder`, where those that nobody chose to straighten or that show no
 * zone come back as they were sent.
 */
export function dossierOf(jobs: readonly Job[], folder: Job | null): Dossier {
  const ordered = arranged(jobs)
  const all = folder === null ? ordered.filter((job) => !isFolder(job)) : pagesOf(ordered, folder)
  const made = new Set(downloadable(all))
  const pages = all.filter((job) => made.has(job) || (folder !== null && isAsSent(job)))
  return { pages, without: all.filter((job) => !pages.includes(job)) }
}

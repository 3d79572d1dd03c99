import { awaitsReview, isFinished, isFolder, needsReview, pagesOf } from './job.ts'
import type { Job } from './job.ts'

export const filters = ['all', 'review', 'errors', 'done'] as const
export type Filter = (typeof filters)[number]

const tests: { readonly [F in Filter]: (job: Job) => boolean } = {
  all: () => true,
  review: awaitsReview,
  errors: (job) => job.status === 'error',
  done: (job) => job.status === 'done' && !needsReview(job),
}

/** The cards of the list that a filter lets through; a PDF goes with any of its pages. */
export function cardsOf(jobs: readonly Job[], filter: Filter): readonly Job[] {
  return jobs.filter((job) => {
    if (job.parent !== null) return false
    return isFolder(job) ? pagesOf(jobs, job).some(tests[filter]) : tests[filter](job)
  })
}

/** How far the batch is: pages that have ended, pages in all, and an estimate of what is left where there is one. */
export function batchProgress(
  jobs: readonly Job[],
  concurrency: number,
): { done: number; total: number; leftMs: number | null } {
  const pages = jobs.filter((job) => !isFolder(job) && job.held === null)
  const ended = pages.filter(isFinished)
  // What another device made took no time of this one's.
  const timed = ended.filter(({ tookMs }) => Object.keys(tookMs).length > 0)
  const tookMs = timed.map(({ tookMs: { ingest = 0, detect = 0, rectify = 0 } }) => ingest + detect + rectify)
  const meanMs = tookMs.reduce((sum, ms) => sum + ms, 0) / tookMs.length
  const left = pages.length - ended.length
  return {
    done: ended.length,
    total: pages.length,
    leftMs: left > 0 && tookMs.length > 0 ? (meanMs * left) / Math.min(concurrency, left) : null,
  }
}

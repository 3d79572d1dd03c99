import { arrangedFiles, tilesOf } from './arrangement.ts'
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

/** The listed cards that pass a filter; a PDF passes with any of its pages. */
export function cardsOf(jobs: readonly Job[], filter: Filter): readonly Job[] {
  return arrangedFiles(jobs).filter((job) =>
    isFolder(job) ? pagesOf(jobs, job).some(tests[filter]) : tests[filter](job),
  )
}

/** The tiles of the contact sheet that a filter lets through. */
export function tilesThrough(jobs: readonly Job[], filter: Filter): readonly Job[] {
  return tilesOf(jobs).filter(tests[filter])
}

/** Batch progress: finished pages, all pages, and the estimated time left where there is one. */
export function batchProgress(
  jobs: readonly Job[],
  concurrency: number,
): { done: number; total: number; leftMs: number | null } {
  const pages = jobs.filter((job) => !isFolder(job) && job.held === null)
  const ended = pages.filter(isFinished)
  // Pages straightened on another device have no timings here.
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

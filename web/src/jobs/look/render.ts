import { limits } from '../../api/page-facts.ts'
import { allJobs, knownCredits, renderer } from '../bench.ts'
import { openPaywall } from '../intake/admission.ts'
import type { Job } from '../job.ts'
import { ask, dispatch } from '../store.ts'
import { lookAfter, renderingCost, sameLook, shownLook } from './look.ts'
import type { Change } from './look.ts'

/** Changes the look of a finished page: shown immediately, then rendered by the service. */
export function renderPage(id: string, change: Change): Promise<void> {
  return renderPages([id], change)
}

/** Turns a finished page a quarter to the right. */
export function turnPage(id: string): Promise<void> {
  return renderPage(id, 'turn')
}

/** Has the pages among these read that are not yet. */
export function readPages(ids: readonly string[]): Promise<void> {
  return renderPages(ids, 'text')
}

/** Changes the look of all finished pages. */
export function renderAll(change: Change): Promise<void> {
  return renderPages(
    allJobs().map(({ id }) => id),
    change,
  )
}

/** Credits for a card's next rendering; one in progress may take the last free one. */
export function nextCost(job: Job): 0 | 1 {
  return renderingCost(job, limits, job.wanted === null ? 0 : 1)
}

async function renderPages(ids: readonly string[], change: Change): Promise<void> {
  const paid = changing(ids, change).filter((job) => nextCost(job) > 0)
  if (paid.length > 0 && !(await agree(paid.length))) return
  const agreed = new Set(paid.map(({ id }) => id))
  for (const job of changing(ids, change)) {
    const look = { ...lookAfter(shownLook(job)!, change), agreed: agreed.has(job.id) }
    dispatch({ type: 'wanted', id: job.id, look })
  }
  renderer.wake()
}

/** The cards whose look this would change. */
function changing(ids: readonly string[], change: Change): readonly Job[] {
  return allJobs().filter((job) => {
    const shown = shownLook(job)
    return ids.includes(job.id) && shown !== null && !sameLook(lookAfter(shown, change), shown)
  })
}

/** Asks before spending a credit on each of `pages` without a free rendering left. */
async function agree(pages: number): Promise<boolean> {
  const balance = knownCredits() ?? 0
  if (balance >= pages) return ask({ kind: 'rendering', pages, balance })
  openPaywall()
  return false
}

import { isFolder } from './job.ts'
import type { Job } from './job.ts'

/*
 * The order that a user gives to the results. Each card stores its own place; the list of jobs keeps the order of arrival, which is
 * also the order of processing.
 */

/** Cards that were never moved sort last. */
const unplaced = Infinity

/** `jobs` in the user's order, then those never moved, in order of arrival. */
export function arranged(jobs: readonly Job[]): readonly Job[] {
  return jobs.toSorted((a, b) => compare(placeOf(a), placeOf(b)))
}

/** The cards of whole files in the user's order; a PDF takes the place of its first page. */
export function arrangedFiles(jobs: readonly Job[]): readonly Job[] {
  const first = new Map<string, number>()
  for (const job of jobs) {
    if (isFolder(job)) continue
    const file = job.parent ?? job.id
    first.set(file, Math.min(first.get(file) ?? unplaced, placeOf(job)))
  }
  const placeOfFile = ({ id }: Job) => first.get(id) ?? unplaced
  return jobs
    .filter(({ parent }) => parent === null)
    .toSorted((a, b) => compare(placeOfFile(a), placeOfFile(b)))
}

/** The tiles of the contact sheet: images and pages. A PDF of several pages is one tile until its pages are chosen. */
export function tilesOf(jobs: readonly Job[]): readonly Job[] {
  const chosen = new Set(
    jobs.filter(({ parent, held }) => parent !== null && held !== 'choice').map(({ parent }) => parent),
  )
  return arranged(jobs).filter((job) =>
    isFolder(job) ? !chosen.has(job.id) : job.parent === null || chosen.has(job.parent),
  )
}

type Move = {
  readonly id: string
  /** New index among the tiles that are shown. */
  readonly to: number
  readonly shown: readonly string[]
}

/** The order of `all` tiles after a move; tiles hidden by a filter keep their neighbours. */
export function moved(all: readonly string[], { id, to, shown }: Move): readonly string[] {
  const others = shown.filter((other) => other !== id)
  const rest = all.filter((other) => other !== id)
  const next = others[to]
  const at = next === undefined ? rest.indexOf(others.at(-1) ?? '') + 1 : rest.indexOf(next)
  return rest.toSpliced(at, 0, id)
}

function placeOf({ place }: Job): number {
  // Cards stored by an earlier release have no place.
  return place ?? unplaced
}

function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Visitor } from './visitors.ts'
import { Work, type Tally } from './work.ts'

/** Between visits: several set-ups must be able to work on two cores. */
const pauseMs = 2_000

export type Load = {
  readonly tally: Readonly<Tally>
  /** Whether every visitor but patient ones has ended a visit that it began after `sinceMs` on the clock of `performance`. */
  readonly isFresh: (sinceMs: number) => boolean
  /** Lets the visits that have begun end, and after `maxMs` gives up what they wait for. */
  readonly end: (maxMs: number) => Promise<void>
}

export function startLoad(visitors: readonly Visitor[]): Load {
  const tally: Tally = {
    accepted: 0,
    finished: 0,
    open: 0,
    lost: [],
    refused: [],
    dues: visitors.map(() => 0),
  }
  const givenUp = new AbortController()
  const begunMs = new Map<Visitor, number>()
  let over = false
  const keepOn = async (visitor: Visitor, index: number) => {
    const countPage = () => void tally.dues[index]!++
    const work = new Work(visitor.client, tally, { countPage, givenUp: givenUp.signal })
    while (!over) {
      const now = performance.now()
      await visitor.visit(work)
      begunMs.set(visitor, now)
      await sleep(pauseMs)
    }
  }
  const visits = visitors.map(keepOn)
  return {
    tally,
    isFresh: (sinceMs) =>
      visitors.every((visitor) => visitor.isPatient || (begunMs.get(visitor) ?? -Infinity) > sinceMs),
    end: async (maxMs) => {
      over = true
      const late = setTimeout(() => givenUp.abort(), maxMs)
      await Promise.all(visits)
      clearTimeout(late)
    },
  }
}

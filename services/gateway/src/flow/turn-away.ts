import type { Problem } from '@equerre/contract/problems'
import { counter } from '@equerre/platform/metrics'
import type { Tier } from '../core/fairness.ts'

/** Why a request was turned away that somebody else's might have been let in with. */
const bounds = ['late', 'waiting', 'open uploads', 'slow upload', 'free quota', 'wrong credentials'] as const
type Bound = (typeof bounds)[number]

const requestsShed = counter('requests_shed_total', 'Requests that a bound turned away, by who asked', [
  'bound',
  'tier',
])
// From nothing to one is no increase: the counters start at zero.
for (const bound of bounds)
  for (const tier of ['paying', 'account', 'guest'] as const) requestsShed.inc({ bound, tier }, 0)

/** Counts a refusal on its way to whoever asked. */
export function turnedAway(bound: Bound, tier: Tier, problem: Problem): Problem {
  requestsShed.inc({ bound, tier })
  return problem
}

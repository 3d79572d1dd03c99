import type { Problem } from '@equerre/contract/problems'
import { counter } from '@equerre/platform/metrics'
import type { Tier } from '../core/fairness.ts'

/** Limits that refuse a request because of load or use. */
const bounds = ['late', 'waiting', 'open uploads', 'slow upload', 'free quota', 'wrong credentials'] as const
type Bound = (typeof bounds)[number]

const requestsShed = counter('requests_shed_total', 'Requests refused by a limit, by tier', ['bound', 'tier'])
// A counter that appears at one shows no increase, so all start at zero.
for (const bound of bounds)
  for (const tier of ['paying', 'account', 'guest'] as const) requestsShed.inc({ bound, tier }, 0)

/** Counts a refusal, and returns it. */
export function turnedAway(bound: Bound, tier: Tier, problem: Problem): Problem {
  requestsShed.inc({ bound, tier })
  return problem
}

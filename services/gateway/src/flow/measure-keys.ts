import { counter, histogram } from '@equerre/platform/metrics'

const reasons = ['unknown', 'expired', 'revoked', 'scope', 'cap'] as const

const refused = counter(
  'key_refusals_total',
  'Requests refused because of their key: unknown, expired or revoked, without the scope, or at its monthly cap',
  ['reason'],
)
// A counter that appears at one shows no increase, so all start at zero.
for (const reason of reasons) refused.inc({ reason }, 0)

/** How full caps are is told by credits, not by keys: their number has no bound. */
const capUsed = histogram(
  'key_cap_used_ratio',
  'Share of its monthly cap that a key has used, at each credit counted for it',
  {
    buckets: [0.25, 0.5, 0.8, 0.95, 1],
  },
)

export function countKeyRefusal(reason: (typeof reasons)[number]): void {
  refused.inc({ reason })
}

export function measureCap({ used, most }: { used: number; most: number }): void {
  capUsed.observe(used / most)
}

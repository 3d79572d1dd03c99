import type { Redis } from '@equerre/platform/queue'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'

/** Counts amounts per ten seconds, minute, hour or day. */
export type Quotas = {
  /** @param amount 0 to read only */
  readonly count: (period: Period, subject: string, amount: number) => Promise<Counted>
}
export type Period = 'ten-seconds' | 'minute' | 'hour' | 'day'

/** What a subject has used in the current period, including what was just added, and the time left in it. */
export type Counted = { readonly used: number; readonly secondsLeft: number }

const seconds: Record<Period, number> = { 'ten-seconds': 10, minute: 60, hour: 3_600, day: 86_400 }

/** Counted in Redis, for all gateways together; while Redis is down, each gateway counts for itself. */
export function createQuotas(redis: Redis): Quotas {
  const counterOf = (period: Period) => {
    // Callers compare with their own limits; the counter has none.
    const options = { points: Number.MAX_SAFE_INTEGER, duration: seconds[period] }
    const insuranceLimiter = new RateLimiterMemory(options)
    return new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `quota-${period}`,
      ...options,
      insuranceLimiter,
    })
  }
  const counters = {
    'ten-seconds': counterOf('ten-seconds'),
    minute: counterOf('minute'),
    hour: counterOf('hour'),
    day: counterOf('day'),
  }
  return {
    count: async (period, subject, amount) => {
      const counter = counters[period]
      const found: RateLimiterRes | null = await (amount === 0
        ? counter.get(subject)
        : counter.penalty(subject, amount))
      const msLeft = found && found.msBeforeNext > 0 ? found.msBeforeNext : 0
      return { used: found?.consumedPoints ?? 0, secondsLeft: Math.max(1, Math.ceil(msLeft / 1_000)) }
    },
  }
}

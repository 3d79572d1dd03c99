import type { Limits } from '@equerre/contract/limits'
import type { Redis } from '@equerre/platform/queue'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

export type RatePolicy = 'key' | 'cookie' | 'upload'
export type RateLimiter = {
  /** Takes one token from `subject`'s bucket. @returns whole seconds to wait when it is empty, otherwise null */
  readonly take: (policy: RatePolicy, subject: string) => Promise<number | null>
}

/** Window of the steady rate: short, so that a client who waits a few seconds always gets through. */
const steadySeconds = 1
const burstSeconds = 60

/** Buckets in Redis, shared by all gateways; while Redis is down, each gateway counts for itself. */
export function createRateLimiter(redis: Redis, limits: Limits): RateLimiter {
  const perMinute: Record<RatePolicy, number> = {
    key: limits.keyRequestsPerMinute,
    cookie: limits.cookieRequestsPerMinute,
    upload: limits.uploadsPerMinute,
  }
  const bucket = (name: string, points: number, duration: number) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `rate-${name}`,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    })
  const limiter = (policy: RatePolicy) =>
    new BurstyRateLimiter(
      bucket(policy, Math.max(1, Math.round((perMinute[policy] * steadySeconds) / 60)), steadySeconds),
      bucket(`${policy}-burst`, limits.requestBurst, burstSeconds),
    )
  const limiters = { key: limiter('key'), cookie: limiter('cookie'), upload: limiter('upload') }
  return {
    take: async (policy, subject) => {
      try {
        await limiters[policy].consume(subject)
        return null
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return steadySeconds
      }
    },
  }
}

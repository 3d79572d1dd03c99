import type { Redis } from '@equerre/platform/queue'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

export type RatePolicy = 'key' | 'cookie' | 'upload'
type Bucket = { readonly subject: string; readonly perMinute: number }
export type RateLimiter = {
  /** Takes one token from a bucket. @returns whole seconds to wait when it is empty, otherwise null */
  readonly take: (policy: RatePolicy, bucket: Bucket) => Promise<number | null>
}

/** Window of the steady rate: short, so that a client who waits a few seconds always gets through. */
const steadySeconds = 1
const burstSeconds = 60

/** Buckets in Redis, shared by all gateways; while Redis is down, each gateway counts for itself. */
export function createRateLimiter(redis: Redis, burst: number): RateLimiter {
  const bucket = (name: string, points: number, duration: number) =>
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `rate-${name}`,
      points,
      duration,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    })
  // One for each rate in use: the limits', and the few that were agreed with somebody.
  const limiters = new Map<string, BurstyRateLimiter>()
  const limiterOf = (policy: RatePolicy, perMinute: number) => {
    const name = `${policy} ${perMinute}`
    const known = limiters.get(name)
    if (known) return known
    const limiter = new BurstyRateLimiter(
      bucket(policy, Math.max(1, Math.round((perMinute * steadySeconds) / 60)), steadySeconds),
      bucket(`${policy}-burst`, burst, burstSeconds),
    )
    limiters.set(name, limiter)
    return limiter
  }
  return {
    take: async (policy, { subject, perMinute }) => {
      try {
        await limiterOf(policy, perMinute).consume(subject)
        return null
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return steadySeconds
      }
    },
  }
}

import type { DeliveryOutcome } from '@equerre/contract/deliveries'

const minute = 60
const hour = 60 * minute

/** When each attempt is made, in seconds after the first one. */
export const attemptOffsetsS = [
  0,
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const
export const attemptsMax = attemptOffsetsS.length
/** Each pause is longer or shorter by up to this share of itself, so that what failed together does not come back together. */
const jitter = 0.1
/** A receiver may ask for more time, but not for more than the longest pause. */
const retryAfterMaxS = 6 * hour

/**
 * Seconds from an attempt that has failed to the next one.
 * @param attempts how many there have been, at least 1
 * @param random from 0 to 1
 * @returns null after the last
 */
export function pauseAfter(
  attempts: number,
  { retryAfterS, random }: { retryAfterS: number | null; random: number },
): number | null {
  const [last, next] = [attemptOffsetsS[attempts - 1], attemptOffsetsS[attempts]]
  if (last === undefined || next === undefined) return null
  const pause = (next - last) * (1 + jitter * (2 * random - 1))
  return Math.max(pause, Math.min(retryAfterS ?? 0, retryAfterMaxS))
}

/** `gone`: the endpoint wants nothing any more. A redirect is not followed, so it is a failure like any other. */
export function verdictOn({ status }: Pick<DeliveryOutcome, 'status'>): 'delivered' | 'gone' | 'failed' {
  if (status === 410) return 'gone'
  return status !== null && status >= 200 && status < 300 ? 'delivered' : 'failed'
}

/** Whether an endpoint has failed at everything for so long that it is paused. */
export function isHopeless(failingSince: Date, { now, hoursMax }: { now: Date; hoursMax: number }): boolean {
  return now.getTime() - failingSince.getTime() >= hoursMax * 3_600_000
}

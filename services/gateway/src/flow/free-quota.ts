import { Problem } from '@equerre/contract/problems'
import type { Counted, Period } from '../adapters/quotas.ts'
import type { Context } from '../context.ts'
import { widthOf, type Standing } from '../core/fairness.ts'
import { turnedAway } from './turn-away.ts'

/** What is given away: work, and room for files. `network` is the share of an address; a network twice as wide has twice that. */
type Quota = {
  readonly what: 'steps' | 'bytes'
  readonly period: Period
  readonly own: number
  readonly network: number
}

/**
 * Counts one step of somebody who pays nothing.
 * @throws Problem `rate_limited`
 */
export async function countFreeStep(ctx: Context, ownerId: string, standing: Standing): Promise<void> {
  const { unpaidStepsPerHour, unpaidStepsPerAddressPerHour } = ctx.config.limits
  const steps = {
    what: 'steps',
    period: 'hour',
    own: unpaidStepsPerHour,
    network: unpaidStepsPerAddressPerHour,
  } as const
  refuseBeyond(await count(ctx, { ownerId, standing, amount: 1, quotas: [steps] }), standing)
}

/**
 * Whether somebody who pays nothing may send another file.
 * @throws Problem `rate_limited`
 */
export async function roomForFile(ctx: Context, ownerId: string, standing: Standing): Promise<void> {
  const counted = await count(ctx, { ownerId, standing, amount: 0, quotas: byteQuotas(ctx) })
  refuseBeyond(
    // One byte more is too much where there is no room left.
    counted.map((one) => ({ ...one, used: one.used + 1 })),
    standing,
  )
}

/** Counts what an upload has brought. */
export async function countBytes(
  ctx: Context,
  ownerId: string,
  { standing, bytes }: { standing: Standing; bytes: number },
): Promise<void> {
  await count(ctx, { ownerId, standing, amount: bytes, quotas: byteQuotas(ctx) })
}

function byteQuotas({ config }: Context): readonly Quota[] {
  const { limits } = config
  return [
    {
      what: 'bytes',
      period: 'hour',
      own: limits.unpaidBytesPerHour,
      network: limits.unpaidBytesPerAddressPerHour,
    },
    {
      what: 'bytes',
      period: 'day',
      own: limits.unpaidBytesPerDay,
      network: limits.unpaidBytesPerAddressPerDay,
    },
  ]
}

type Counting = {
  readonly ownerId: string
  readonly standing: Standing
  readonly amount: number
  readonly quotas: readonly Quota[]
}
type Used = Counted & { readonly max: number }

/** Those who pay have no such quota. */
async function count(ctx: Context, { ownerId, standing, amount, quotas }: Counting): Promise<Used[]> {
  const { tier, networks } = standing
  if (tier === 'paying') return []
  const asked = quotas.flatMap(({ what, period, own, network }) => [
    { period, subject: `${what} ${ownerId}`, max: own },
    ...networks.map((name, i) => ({
      period,
      subject: `${what} ${name}`,
      max: network * widthOf(networks, i),
    })),
  ])
  return Promise.all(
    asked.map(async ({ period, subject, max }) => ({
      ...(await ctx.quotas.count(period, subject, amount)),
      max,
    })),
  )
}

function refuseBeyond(counted: readonly Used[], { tier }: Standing): void {
  const full = counted.filter(({ used, max }) => used > max)
  if (full.length > 0) throw turnedAway('free quota', tier, refusal(full))
}

function refusal(full: readonly Counted[]): Problem {
  const secondsLeft = Math.max(...full.map((one) => one.secondsLeft))
  const minutes = Math.ceil(secondsLeft / 60)
  return new Problem('free_work_spent', { minutes }, { retryAfterS: secondsLeft })
}

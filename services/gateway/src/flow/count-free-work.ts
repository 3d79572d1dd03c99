import { Problem } from '@equerre/contract/problems'
import type { Counted, Period } from '../adapters/quotas.ts'
import type { Context } from '../context.ts'
import type { Lane } from '../core/lanes.ts'
import { laneShare, widthOf, type Networks, type Standing } from '../core/fairness.ts'
import type { Step } from '../core/step.ts'
import { lockOpenFetches } from '../store/open-fetches.ts'
import type { Conn } from '../store/schema.ts'
import { turnedAway } from './turn-away.ts'

/** A quota on what is free: work, or uploaded bytes. `network` is the share of one address; a wider network has a multiple of it. */
type Quota = {
  readonly what: 'steps' | 'bytes'
  readonly period: Period
  readonly own: number
  readonly network: number
}

/**
 * Counts one step of a user without a purchase.
 * @throws Problem `rate_limited`
 */
export async function countFreeStep(ctx: Context, ownerId: string, standing: Standing): Promise<void> {
  const quotas = [stepQuota(ctx)]
  refuseIfOver(await count(ctx, { ownerId, standing, amount: 1, quotas }), standing)
}

function stepQuota({ config: { limits } }: Context): Quota {
  const { unpaidStepsPerHour: own, unpaidStepsPerAddressPerHour: network } = limits
  return { what: 'steps', period: 'hour', own, network }
}

/** Whether a user without a purchase may ask for another step, and for another file. */
export async function isFreeWorkLeft(ctx: Context, ownerId: string, standing: Standing): Promise<boolean> {
  const quotas = [stepQuota(ctx), ...byteQuotas(ctx)]
  const counted = await count(ctx, { ownerId, standing, amount: 0, quotas })
  return counted.every(({ used, max }) => used < max)
}

/**
 * Checks that a user without a purchase may send another file.
 * @throws Problem `rate_limited`
 */
export async function assertByteQuota(ctx: Context, ownerId: string, standing: Standing): Promise<void> {
  const counted = await count(ctx, { ownerId, standing, amount: 0, quotas: byteQuotas(ctx) })
  refuseIfOver(
    // A quota that is exactly used up has no room for another byte.
    counted.map((one) => ({ ...one, used: one.used + 1 })),
    standing,
  )
}

/**
 * Checks that a user without a purchase may have another address fetched: how much is there is only known afterwards, so each that is
 * on its way counts as the largest file that there may be. Called in the transaction that writes the step, or a burst would get past it.
 * @throws Problem `rate_limited`
 */
export async function assertFetchQuota(
  ctx: Context,
  tx: Conn,
  { ownerId, standing }: Pick<Counting, 'ownerId' | 'standing'>,
): Promise<void> {
  if (standing.tier === 'paying') return
  const underWay = await lockOpenFetches(tx, { ownerId, networks: standing.networks })
  // Not in ten seconds: they pass before most files are there.
  const quotas = byteQuotas(ctx).filter(({ period }) => period !== 'ten-seconds')
  const counted = await count(ctx, { ownerId, standing, amount: 0, quotas })
  const { pdfBytesMax } = ctx.config.limits
  const isFull = counted.some(({ used, max }, i) => {
    const open = underWay[i % underWay.length]!
    return open > 0 && used + (open + 1) * pdfBytesMax > max
  })
  if (!isFull) return
  const most = underWay[0]!
  throw turnedAway('waiting', standing.tier, new Problem('steps_waiting', { most }, { retryAfterS: 5 }))
}

/** Counts the bytes of an upload. */
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
      // In short windows: what a minute allows, sent at once, would slow everybody down for many seconds.
      period: 'ten-seconds',
      own: limits.unpaidBytesPerMinute / 6,
      network: limits.unpaidBytesPerAddressPerMinute / 6,
    },
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

/** Counts nothing for those who pay: they have no such quota. */
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

function refuseIfOver(counted: readonly Used[], { tier }: Standing): void {
  const full = counted.filter(({ used, max }) => used > max)
  if (full.length > 0) throw turnedAway('free quota', tier, refusal(full))
}

function refusal(full: readonly Counted[]): Problem {
  const secondsLeft = Math.max(...full.map((one) => one.secondsLeft))
  const minutes = Math.ceil(secondsLeft / 60)
  return new Problem('free_work_spent', { minutes }, { retryAfterS: secondsLeft })
}

/** CPU seconds that no step of an honest file takes on most machines, nor reading an honest page, nor assembling what a guest has. */
const longFromSeconds = 4
const longerFromSeconds: Partial<Record<Lane, number>> = {
  'vision-read': 12,
  'vision-assemble': 60,
  'vision-bulk-side': 60,
}

/**
 * Counts the CPU time that an unpaid step took beyond what honest ones take. Once a network exceeds its hourly quota, the lane does no more
 * unpaid work for it within that hour, so that nobody can keep a lane busy with a few files.
 */
export async function recordLongWork(
  ctx: Context,
  { networks, lane }: Pick<Step, 'networks' | 'lane'>,
  cpuSeconds: number,
): Promise<void> {
  const amount = Math.round(cpuSeconds - (longerFromSeconds[lane] ?? longFromSeconds))
  if (!networks || amount <= 0) return
  await Promise.all(networks.map((name) => ctx.quotas.count('hour', longShare(lane, name), amount)))
}

/**
 * Checks that a lane still does unpaid work for the user's networks.
 * @throws Problem `rate_limited`
 */
export async function assertWorkQuota(ctx: Context, standing: Standing, lane: Lane): Promise<void> {
  if (standing.tier === 'paying') return
  const full = await exhaustedWorkQuotas(ctx, { lane, networks: standing.networks })
  if (full.length > 0) throw turnedAway('free quota', standing.tier, refusal(full))
}

/** Whether a lane still does work for these networks; always for those who pay, whose networks do not count. */
export async function isWorkQuotaLeft(
  ctx: Context,
  { lane, networks }: Pick<Step, 'lane' | 'networks'>,
): Promise<boolean> {
  return networks === null || (await exhaustedWorkQuotas(ctx, { lane, networks })).length === 0
}

/** Filters unpaid steps down to those whose networks have not used up their lane's quota. */
export async function filterByWorkQuota<S extends LaneShares>(
  ctx: Context,
  steps: readonly S[],
): Promise<S[]> {
  const nameOf = ({ lane, networks }: LaneShares) => laneShare(lane, networks.join(' '))
  const shares = new Map(steps.map((step) => [nameOf(step), step]))
  const looked = [...shares].map(
    async ([name, share]) => [name, await exhaustedWorkQuotas(ctx, share)] as const,
  )
  const beyond = new Map(await Promise.all(looked))
  return steps.filter((step) => beyond.get(nameOf(step))!.length === 0)
}

type LaneShares = { readonly lane: Lane; readonly networks: Networks }

/** The hourly quotas of long work that are used up. */
async function exhaustedWorkQuotas(ctx: Context, { lane, networks }: LaneShares): Promise<Counted[]> {
  const max = ctx.config.limits.unpaidLongSecondsPerHour
  const used = await Promise.all(networks.map((name) => ctx.quotas.count('hour', longShare(lane, name), 0)))
  return used.filter((one, i) => one.used >= max * widthOf(networks, i))
}

function longShare(lane: Lane, network: string): string {
  return `work ${laneShare(lane, network)}`
}

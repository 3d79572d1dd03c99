import { lanesApart, type Lane } from './lanes.ts'

/** Priority of a principal: buyers of credits go first and are turned away last; guests the reverse. */
export type Tier = 'paying' | 'account' | 'guest'

/** How a request's work is counted. `networks`: the networks it comes from, widest first. */
export type Standing = { readonly tier: Tier; readonly networks: Networks }
export type Networks = readonly [widest: string, ...narrower: string[]]

/** The networks a step is counted with; null when its principal pays. */
export function networksToCount({ tier, networks }: Standing): Networks | null {
  return tier === 'paying' ? null : networks
}

/** A queue of waiting steps: one per paying principal, and one per widest network for those who do not pay. */
export type Line = { readonly ownerId: string } | { readonly network: string }

export function lineOf({ ownerId, networks }: { ownerId: string; networks: Networks | null }): Line {
  return networks ? { network: networks[0] } : { ownerId }
}

/** A step of somebody who has not bought credits. */
export type UnpaidStep = {
  readonly id: string
  readonly ownerId: string
  readonly lane: Lane
  readonly networks: Networks
}

/** How many steps may be in flight: per principal in total, as many again in each lane apart, and per address in each lane. */
export type Windows = {
  readonly perOwner: number
  readonly perAddress: Readonly<Record<Lane, number>>
}

/** A step to hand to the workers; `rank` is its place among those of its network, from 1. */
type Turn = { readonly id: string; readonly rank: number }

/**
 * Chooses which unpaid steps of one network go to the workers next: always from the principal with the fewest in flight, in
 * order of arrival, within the windows. A network twice as wide as another has twice its window.
 * @param waiting in order of arrival
 */
export function chooseUnpaid(
  waiting: readonly UnpaidStep[],
  inFlight: readonly UnpaidStep[],
  windows: Windows,
): Turn[] {
  const tally = countInFlight(inFlight)
  const left = [...waiting]
  const turns: Turn[] = []
  for (;;) {
    const next = left
      .filter((step) => fits(step, tally, windows))
      .reduce<UnpaidStep | null>(
        (best, step) => (best && tally.of(ownShare(best)) <= tally.of(ownShare(step)) ? best : step),
        null,
      )
    if (!next) return turns
    turns.push({ id: next.id, rank: rankIn(tally.of, next) })
    tally.add(next)
    left.splice(left.indexOf(next), 1)
  }
}

/**
 * The rank of a network's next step in a lane, determined by its most crowded network: a network twice as wide counts each of
 * its steps half.
 * @param of how many steps are in flight, by `laneShare`
 */
export function rankIn(
  of: (share: string) => number,
  { lane, networks }: Pick<UnpaidStep, 'lane' | 'networks'>,
): number {
  return (
    1 +
    Math.max(...networks.map((network, i) => Math.floor(of(laneShare(lane, network)) / widthOf(networks, i))))
  )
}

/** The name under which a network's part of a lane is counted. */
export function laneShare(lane: Lane, network: string): string {
  return `${lane} ${network}`
}

/** The name under which a principal's steps are counted: those of a lane apart take nothing from those of pages. */
function ownShare({ ownerId, lane }: Pick<UnpaidStep, 'ownerId' | 'lane'>): string {
  return lanesApart.includes(lane) ? laneShare(lane, ownerId) : ownerId
}

function fits(step: UnpaidStep, tally: Tally, windows: Windows): boolean {
  const { lane, networks } = step
  if (tally.of(ownShare(step)) >= windows.perOwner) return false
  return networks.every(
    (network, i) => tally.of(laneShare(lane, network)) < windows.perAddress[lane] * widthOf(networks, i),
  )
}

/** Each network counts as two of the next narrower one. */
export function widthOf(networks: Networks, i: number): number {
  return 2 ** (networks.length - 1 - i)
}

type Tally = ReturnType<typeof countInFlight>

function countInFlight(steps: readonly UnpaidStep[]) {
  const counts = new Map<string, number>()
  const of = (name: string) => counts.get(name) ?? 0
  const add = (step: UnpaidStep) => {
    for (const name of [ownShare(step), ...step.networks.map((network) => laneShare(step.lane, network))])
      counts.set(name, of(name) + 1)
  }
  steps.forEach(add)
  return { of, add }
}

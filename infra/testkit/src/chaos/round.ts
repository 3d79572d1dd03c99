import { connect } from '@equerre/local/servers/databases'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deployment } from './deployment.ts'
import type { Fault } from './faults.ts'
import { startLoad, type Load } from './load.ts'
import type { Visitor } from './visitors.ts'

/** How soon after a fault everything works again, on a machine with nothing else to do. */
const recoverySecondsMax = 60
/** How long it is waited for: a busy machine is no fault of the product. */
const patienceMs = 180_000
const pollMs = 100
/** Work at the moment of a fault: more than the workers have hands for, so that some of it is in queues. */
const openMin = 3
const peers = ['redis', 'postgres', 'storage', 'auth', 'billing'] as const

/** What a fault has done. */
export type Row = {
  readonly fault: string
  /** Accepted and at work when it began. */
  readonly atStake: number
  readonly accepted: number
  readonly finished: number
  readonly lost: readonly string[]
  readonly refused: readonly string[]
  /** Credits taken from the visitors, and pages that they were given. */
  readonly charged: number
  readonly due: number
  /** Whether each visitor alone was charged as due, for a page at least, and nothing is held any more. */
  readonly exact: boolean
  /** From the fault's end until everybody has ended a visit begun after it; null if that was not waited for. */
  readonly recoverySeconds: number | null
}

/** A deployment, and who works on it. */
export type Visited = { readonly at: Deployment; readonly visitors: readonly Visitor[] }

/**
 * Lets a fault happen while the visitors work, and says what has become of their work.
 * @param during looks at the product meanwhile
 */
export async function runFault(
  { at, visitors }: Visited,
  [name, fault]: readonly [string, Fault],
  during: () => Promise<void> = async () => {},
): Promise<Row> {
  const before = await creditsOf(visitors)
  const load = startLoad(visitors)
  try {
    await untilHolds(async () => load.isFresh(-Infinity) && load.tally.open >= openMin)
    const atStake = load.tally.open
    const end = await fault.begin(at)
    try {
      await Promise.all([sleep(fault.seconds * 1_000), during()])
    } finally {
      await end()
    }
    const recoverySeconds = await recover(at, load)
    await load.end(recoverySeconds === null ? 0 : patienceMs)
    const nothingHeld = await untilHolds(() => isNothingHeld(at))
    const after = await creditsOf(visitors)
    const { accepted, finished, lost, refused, dues } = load.tally
    const taken = before.map((credits, index) => credits - after[index]!)
    return {
      fault: name,
      atStake,
      accepted,
      finished,
      lost,
      refused,
      charged: sum(taken),
      due: sum(dues),
      exact: nothingHeld && taken.every((credits, index) => credits > 0 && credits === dues[index]),
      recoverySeconds,
    }
  } finally {
    await load.end(0)
  }
}

/** Whether something was at stake, nothing was lost, refused or charged wrongly, and all worked again in time. */
export function isPassed({ atStake, lost, refused, exact, recoverySeconds }: Row): boolean {
  return (
    atStake > 0 &&
    lost.length + refused.length === 0 &&
    exact &&
    (recoverySeconds ?? Infinity) <= recoverySecondsMax
  )
}

/** @returns seconds until visits work again, everything is ready and no connection waits for a silent peer; null if that was not waited for */
async function recover(at: Deployment, load: Load): Promise<number | null> {
  const sinceMs = performance.now()
  const works = async () => {
    const dropped = peers.every((peer) => at.ways.to(peer).held() === 0)
    return dropped && load.isFresh(sinceMs) && (await isReady(at))
  }
  return (await untilHolds(works)) ? (performance.now() - sinceMs) / 1_000 : null
}

async function isReady({ url }: Deployment): Promise<boolean> {
  return (await fetch(`${url}/api/readyz`, { signal: AbortSignal.timeout(5_000) })).status === 200
}

async function isNothingHeld({ product }: Deployment): Promise<boolean> {
  await using admin = await connect(product.database.urls.admin)
  const { rows } = await admin.query('select id from billing.wallets where held <> 0')
  return rows.length === 0
}

/** Whether `holds` after some time. */
async function untilHolds(holds: () => Promise<boolean>): Promise<boolean> {
  const endMs = performance.now() + patienceMs
  while (!(await holds().catch(() => false))) {
    if (performance.now() > endMs) return false
    await sleep(pollMs)
  }
  return true
}

function creditsOf(visitors: readonly Visitor[]): Promise<number[]> {
  return Promise.all(visitors.map(({ credits }) => credits()))
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

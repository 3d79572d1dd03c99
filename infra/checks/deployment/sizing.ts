import { bulkLanes, heavyLanes, sideLanes, visionQueues } from '@equerre/contract/jobs'
import { readers } from '../variables/variables.ts'

/** Pages a second that the guide has a column for. */
export const rates = [10, 50, 100] as const
/** What the autoscalers of `k8s/base` allow. */
export const baseRate: (typeof rates)[number] = 50

/**
 * CPU seconds for each page, from `npm run bench:size`: a photograph of 12 Mpx, to PNG; and for reading it, of a full page of text
 * (infra/decisions/0082-what-reading-costs.md). The guide's table has the same.
 */
export const costs = { ingest: 0.12, detect: 0.36, rectify: 0.33, read: 3, gateway: 0.09 } as const
/** Of a core, so that bursts and a lost process find room; the gateway's autoscaler aims at the same. */
export const busyShare = 0.7

const servicesEach = 2
/** Beside its pool, a gateway listens on a connection of its own. */
const listening = 1
/** And billing checks the ledger on one. */
const checking = 1
/** Postgres keeps some for its administrator; migrations take one for each schema. */
const otherConnections = 10
const connectionsStep = 50

/** How many of each process a rate takes, and how many connections they may open together. */
export function sizeFor(rate: number) {
  const pods = (cost: number) => Math.ceil((rate * cost) / busyShare)
  const gateways = Math.max(servicesEach, pods(costs.gateway))
  // A rolling update starts one gateway more.
  const connections =
    (gateways + 1) * (poolOf('gateway') + listening) +
    (servicesEach + 1) * (poolOf('auth') + poolOf('billing') + checking) +
    otherConnections
  return {
    ingest: pods(costs.ingest),
    detect: pods(costs.detect),
    rectify: pods(costs.rectify),
    /** If every page is read. */
    read: pods(costs.read),
    gateways,
    connections,
    maxConnections: Math.ceil(connections / connectionsStep) * connectionsStep,
  }
}

function poolOf(service: 'gateway' | 'auth' | 'billing'): number {
  return Number(readers[service].shape.DATABASE_CONNECTIONS_MAX.parse(undefined))
}

/** The guide's table, a column for each rate. */
export function renderSizes(): string {
  const sizes = rates.map(sizeFor)
  const row = (name: string, of: (size: ReturnType<typeof sizeFor>) => number) =>
    `| ${[name, ...sizes.map((size) => String(of(size)))].join(' | ')} |`
  const ofPages = visionQueues.filter((name) => ![...heavyLanes, ...sideLanes, ...bulkLanes].includes(name))
  return [
    `| | ${rates.map((rate) => `${rate} pages a second`).join(' | ')} |`,
    `| --- |${' --- |'.repeat(rates.length)}`,
    ...ofPages.map((lane) => row(`${lane}, each a core`, (size) => size[laneOf(lane)])),
    row('vision-read, each a core, if every page is read', ({ read }) => read),
    row('gateway, each a core', ({ gateways }) => gateways),
    row('connections to Postgres, at most', ({ connections }) => connections),
    row('`max_connections` of Postgres', ({ maxConnections }) => maxConnections),
  ].join('\n')
}

function laneOf(queue: string): 'ingest' | 'detect' | 'rectify' {
  const lane = queue.replace('vision-', '')
  if (lane === 'ingest' || lane === 'detect' || lane === 'rectify') return lane
  throw new Error(`no cost is known for ${queue}`)
}

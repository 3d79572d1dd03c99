import { sideLanes, visionQueues } from '@equerre/contract/jobs'
import { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { openCollector, type Collector } from '@equerre/testkit/collector'
import { freePort } from '@equerre/local/servers/server-process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows, until } from './support/observe.ts'

const services = ['gateway', 'auth', 'billing', 'vision-worker'] as const
type Service = (typeof services)[number]

let product: Product
let collector: Collector
let guest: Client
let ingestionId: string
beforeAll(async () => {
  collector = await openCollector()
  product = await startProduct({
    // There is no courier, and so nobody to tell.
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      WEBHOOK_SECRET_KEYS: '',
    },
  })
  const photo = await photographDocument({ seed: 61, width: 800, height: 600, coverage: 0.5 })
  guest = await Client.guest(product.url)
  ingestionId = (await guest.ingest({ bytes: photo.jpeg, name: 'a.jpg' })).body.ingestion_id
  const done = await guest.rectify({ ingestion_id: ingestionId, options: '{"dpi":72,"relighting":true}' })
  expect(done.status).toBe(200)
})
afterAll(async () => {
  await product.stop()
  await collector.stop()
})

/** A service's metrics as Prometheus reads them: name with labels → value. */
async function scrape(service: Service): Promise<Map<string, number>> {
  const response = await fetch(`${product.opsUrlOf(service)}/metrics`)
  expect(response.headers.get('Content-Type')).toContain('text/plain')
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

/** The sum of the samples of `name` whose labels include `labels`; undefined when there are none. */
async function valueOf(service: Service, name: string, labels: Record<string, string> = {}) {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const found = [...(await scrape(service))].filter(
    ([key]) => key.split('{')[0] === name && wanted.every((label) => key.includes(label)),
  )
  return found.length === 0 ? undefined : found.reduce((sum, [, value]) => sum + value, 0)
}

describe('after one photograph, the metrics show', () => {
  it('requests by route, never by address', async () => {
    expect(
      await valueOf('gateway', 'http_request_duration_seconds_count', {
        method: 'POST',
        route: '/v1/detourage/rectify',
        status: '200',
      }),
    ).toBe(1)
    await guest.item(ingestionId)
    const text = [...(await scrape('gateway')).keys()].join('\n')
    expect(text).toContain('route="/v1/detourage/ingestions/:id"')
    expect(text).not.toContain(ingestionId)
  })

  it('the worker’s work, stage by stage', async () => {
    for (const stage of ['fetch', 'decode', 'detect', 'warp', 'light', 'encode', 'store'])
      expect(await valueOf('vision-worker', 'step_stage_seconds_count', { stage }), stage).toBeGreaterThan(0)
    expect(await valueOf('vision-worker', 'worker_info')).toBe(1)
    expect(await valueOf('vision-worker', 'worker_memory_max_bytes')).toBeGreaterThan(1e9)
    const jobs = { queue: 'vision-rectify', outcome: 'done' }
    expect(await valueOf('vision-worker', 'job_duration_seconds_count', jobs)).toBe(1)
    expect(await valueOf('vision-worker', 'job_wait_seconds_count', { queue: 'vision-rectify' })).toBe(1)
    expect(await valueOf('vision-worker', 'worker_slots', { queue: 'vision-rectify' })).toBeGreaterThan(0)
    expect(await valueOf('gateway', 'steps_reported_total', { kind: 'rectify', outcome: 'done' })).toBe(1)
  })

  it('that the ledger is sound, and when it was checked', async () => {
    expect(await valueOf('billing', 'ledger_invariant_violations')).toBe(0)
    expect(await valueOf('billing', 'ledger_checked_timestamp_seconds')).toBeGreaterThan(1.7e9)
    expect(await valueOf('billing', 'holds_open')).toBe(0)
  })

  it.each(services)('the state of the %s process', async (service) => {
    const labels = { service }
    expect(await valueOf(service, 'process_resident_memory_bytes', labels)).toBeGreaterThan(1e7)
    expect(await valueOf(service, 'nodejs_eventloop_lag_p99_seconds', labels)).toBeGreaterThan(0)
    expect((await fetch(`${product.opsUrlOf(service)}/readyz`)).status).toBe(200)
    expect((await fetch(`${product.opsUrlOf(service)}/healthz`)).status).toBe(200)
  })

  it('which dependencies answer', async () => {
    for (const name of ['postgres', 'redis', 'auth', 'billing', 'vision-rectify'])
      expect(await valueOf('gateway', 'dependency_up', { name }), name).toBe(1)
  })
})

describe('the trace of one rectify', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`

  it('follows the request through the worker and back, under the client’s id', async () => {
    const asked = await guest.rectify({ ingestion_id: ingestionId, options: '{"dpi":72}' }, { traceparent })
    const requestId = asked.headers.get('X-Request-Id')!
    const names = () => collector.spans(traceId).map(({ service, name }) => `${service}: ${name}`)
    await until(async () => names().includes('gateway: record result') && names().includes('gateway: POST'))
    expect(names()).toEqual(
      expect.arrayContaining(['vision-worker: step rectify', 'vision-worker: warp', 'vision-worker: store']),
    )
    const spans = collector.spans(traceId)
    const ids = new Set(spans.map(({ id }) => id))
    const roots = spans.filter(({ parentId }) => !ids.has(parentId))
    expect(roots.map(({ name, parentId }) => [name, parentId])).toEqual([['POST', 'b7ad6b7169203331']])

    for (const service of ['gateway', 'vision-worker'] as const) {
      const log = readFileSync(path.join(product.logDir, `${service}.log`), 'utf8').split('\n')
      const told = log.filter((line) => line.includes(traceId) && line.includes(requestId))
      expect(told.length, service).toBeGreaterThan(0)
    }
  })

  it('reaches the internal services', async () => {
    const other = traceId.replace('0af', '1bf')
    await guest.ask('/api/login/google', {
      redirect: 'manual',
      headers: { traceparent: traceparent.replace(traceId, other) },
    })
    await until(async () => collector.spans(other).some(({ service }) => service === 'auth'))
  })
})

it('is not ready after SIGTERM, but lives and answers until load balancers notice', async () => {
  const port = String(await freePort())
  const replica = await product.startReplica('gateway', { PORT: port, DRAIN_SECONDS: '3' })
  const ops = `http://127.0.0.1:${replica.opsPort}`
  const statusOf = async (url: string) => (await fetch(url)).status
  expect(await statusOf(`${ops}/readyz`)).toBe(200)
  process.kill(replica.pid, 'SIGTERM')
  await until(async () => (await statusOf(`${ops}/readyz`)) === 503)
  expect(await statusOf(`${ops}/healthz`)).toBe(200)
  const late = await fetch(`http://127.0.0.1:${port}/api/v1/limits`)
  expect([late.status, late.headers.get('Connection')]).toEqual([200, 'close'])
  expect(await replica.exited).toBe('exit code 0')
})

it('is degraded, not down, where nobody reads', async () => {
  const ready = async () => {
    const answer = await fetch(`${product.url}/api/readyz`)
    const body = (await answer.json()) as { degraded: string[]; missing: string[] }
    return { ...body, http: answer.status }
  }
  expect(await ready()).toMatchObject({ http: 200, degraded: [], missing: [] })
  expect(await valueOf('vision-worker', 'worker_slots', { queue: 'vision-read' })).toBe(1)
  const lanes = visionQueues.filter((lane) => !sideLanes.includes(lane))
  await product.restart('vision-worker', { VISION_QUEUES: lanes.join() })
  // The answer is some moments old.
  await until(async () => {
    const { http, degraded } = await ready()
    return http === 200 && degraded.join() === sideLanes.join()
  })
})

it('shows stuck steps when the workers are gone', async () => {
  await product.kill('vision-worker')
  const stuck = await guest.detect({ ingestion_id: ingestionId }, { Prefer: 'respond-async' })
  expect(stuck.status).toBe(202)
  const queue = 'vision-detect'
  await until(async () => (await valueOf('gateway', 'queue_jobs', { queue, state: 'prioritized' })) === 1)
  expect(await valueOf('gateway', 'queue_oldest_seconds', { queue })).toBeGreaterThan(0)
  expect(await valueOf('gateway', 'steps_unfinished', { lane: queue, state: 'dispatched' })).toBe(1)
  expect(
    await valueOf('gateway', 'step_oldest_seconds', { lane: queue, state: 'dispatched' }),
  ).toBeGreaterThan(0)
  expect(await rows(product, `select id from gateway.steps where state = 'dispatched'`)).toHaveLength(1)
})

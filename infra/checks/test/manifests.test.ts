import { defaultLimits } from '@equerre/contract/limits'
import { visionQueues } from '@equerre/contract/jobs'
import { createLog } from '@equerre/platform/log'
import { openQueue, openRedis, type Redis } from '@equerre/platform/queue'
import { Worker, type Queue } from 'bullmq'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { readAuthConfig } from '@equerre/auth/src/config.ts'
import { readBillingConfig } from '@equerre/billing/src/config.ts'
import { readCourierConfig } from '@equerre/courier/src/config.ts'
import { readGatewayConfig } from '@equerre/gateway/src/config.ts'
import { memoryMegabytes, readVisionConfig } from '@equerre/vision-worker/src/config.ts'
import { readMigrateConfig } from '@equerre/migrate/config.ts'
import { baseRate, busyShare, costs, sizeFor } from '../deployment/sizing.ts'
import { readers } from '../variables/variables.ts'
import { complaintsOf, findKustomize, renderOverlay, type Manifest } from '../deployment/manifests.ts'
import { cloneFolder } from '@equerre/local/tools'
import { redisUsers, type RedisUser } from '@equerre/local/servers/redis-users'
import { startRedis, type RedisServer } from '@equerre/local/servers/redis'

const overlays = ['production', 'dev'] as const
const kustomize = findKustomize()
const missing = 'neither kustomize nor kubectl is on PATH, and Go, which could build kustomize, is not there'

type Container = {
  readonly name: string
  readonly args?: readonly string[]
  readonly env?: readonly {
    readonly name: string
    readonly value?: string
    readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } }
  }[]
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[]
  readonly resources: { readonly limits: { readonly memory: string } }
  readonly volumeMounts?: unknown
  readonly securityContext?: unknown
  readonly livenessProbe?: unknown
  readonly readinessProbe?: unknown
}
type PodSpec = {
  readonly containers: readonly Container[]
  readonly securityContext?: unknown
  readonly automountServiceAccountToken?: boolean
  readonly terminationGracePeriodSeconds?: number
  readonly topologySpreadConstraints?: readonly unknown[]
}
type Workload = Manifest & { readonly spec: { readonly template: { readonly spec: PodSpec } } }
type Scaled = Manifest & {
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string }
    readonly maxReplicaCount: number
    readonly advanced: { readonly scalingModifiers: { readonly formula: string } }
    readonly triggers: readonly { readonly name: string; readonly metadata: { readonly listName: string } }[]
  }
}

const rendered = new Map<string, Manifest[]>()
beforeAll(() => {
  for (const overlay of kustomize ? overlays : []) rendered.set(overlay, renderOverlay(kustomize!, overlay))
  if (kustomize) rendered.get('production')!.push(...renderOverlay(kustomize, '../traces'))
})
beforeEach(({ skip }) => {
  if (!kustomize) skip(missing)
})

const all = (overlay: string) => rendered.get(overlay)!
const workloads = (overlay: string) =>
  all(overlay).filter(({ kind }) => ['Deployment', 'StatefulSet', 'Job'].includes(kind)) as Workload[]
const deployments = (overlay: string) => workloads(overlay).filter(({ kind }) => kind === 'Deployment')
const find = (overlay: string, kind: string, name: string) =>
  all(overlay).find((manifest) => manifest.kind === kind && manifest.metadata.name === name)

describe.each(overlays)('the overlay %s', (overlay) => {
  it('uses nothing that Kubernetes or KEDA do not know', async () => {
    expect(all(overlay).length).toBeGreaterThan(30)
    expect(await complaintsOf(all(overlay))).toEqual([])
  })

  it('names the migration Job so that it can be applied alone', () => {
    const jobs = all(overlay).filter(
      ({ metadata }) => metadata.labels?.['app.kubernetes.io/name'] === 'migrate',
    )
    expect(jobs.map(({ kind }) => kind)).toEqual(['Job'])
  })

  it('gives no pod more rights than it needs', () => {
    for (const { metadata, spec } of workloads(overlay)) {
      const pod = spec.template.spec
      expect(pod, metadata.name).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of pod.containers)
        expect(container.securityContext, metadata.name).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
    }
  })

  it('probes every service, spreads it, protects it, and gives it time to finish', () => {
    const names = deployments(overlay).map(({ metadata }) => metadata.name)
    expect(names.toSorted()).toEqual(['auth', 'billing', 'courier', 'gateway', ...visionQueues].toSorted())
    for (const { metadata, spec } of deployments(overlay)) {
      const { containers, terminationGracePeriodSeconds, topologySpreadConstraints } = spec.template.spec
      expect(containers[0]).toMatchObject({
        // A process that waits for Postgres or Redis is alive: a restart would bring neither back.
        startupProbe: { httpGet: { path: '/healthz', port: 'ops' } },
        livenessProbe: { httpGet: { path: '/healthz', port: 'ops' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'ops' } },
      })
      expect(topologySpreadConstraints).toHaveLength(2)
      expect(find(overlay, 'PodDisruptionBudget', metadata.name)).toBeDefined()
      const drain = Number(environmentOf(overlay, containers[0]!)['DRAIN_SECONDS'] ?? 0)
      const isWorker = metadata.name.startsWith('vision-')
      const { STOP_SECONDS_MAX } = readers[isWorker ? 'vision-worker' : (metadata.name as 'gateway')].shape
      const stop = STOP_SECONDS_MAX.parse(undefined)
      // The result of a worker or of the courier may wait up to a minute for an unavailable Redis.
      const { jobSecondsMax, fetchSecondsMax, waitSecondsMax } = defaultLimits
      const ofCourier = metadata.name === 'courier' ? fetchSecondsMax + 60 : waitSecondsMax
      const longest = isWorker ? jobSecondsMax + 60 : ofCourier
      expect(stop, metadata.name).toBeGreaterThan(longest)
      expect(terminationGracePeriodSeconds, metadata.name).toBeGreaterThan(drain + stop)
    }
  })

  it('gives every service the settings that it needs, and courier and workers no secret beyond their jobs and files', () => {
    const reads: Record<string, (env: NodeJS.ProcessEnv) => unknown> = {
      gateway: readGatewayConfig,
      auth: readAuthConfig,
      billing: readBillingConfig,
      courier: readCourierConfig,
      migrate: readMigrateConfig,
      ...Object.fromEntries(visionQueues.map((name) => [name, readVisionConfig])),
    }
    for (const [name, read] of Object.entries(reads)) {
      const workload = workloads(overlay).find(({ metadata }) => metadata.name === name)!
      const [container] = workload.spec.template.spec.containers
      expect(() => read(environmentOf(overlay, container!)), name).not.toThrow()
      const secrets = container!.env?.filter(({ valueFrom }) => valueFrom).map((variable) => variable.name)
      const ofFiles = ['REDIS_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
      if (name === 'courier') expect(secrets).toEqual([...ofFiles, 'COURIER_KEYS'])
      if (!name.startsWith('vision-')) continue
      // An alert fires above this; the kernel must not kill the worker first.
      const mebibytes = memoryMegabytes(readVisionConfig(environmentOf(overlay, container!)))
      expect(mebibytesOf(container!.resources.limits.memory), name).toBeGreaterThan(mebibytes)
      expect(container!.volumeMounts, name).toEqual([{ name: 'tmp', mountPath: '/tmp' }])
      expect(secrets).toEqual([...ofFiles, 'PDF_PASSWORD_KEYS'])
    }
  })
})

it.each(overlays)('lets %s scale to what the guide says, within what Postgres accepts', (overlay) => {
  const size = sizeFor(baseRate)
  const scaler = find(overlay, 'HorizontalPodAutoscaler', 'gateway') as Manifest & {
    spec: { maxReplicas: number; metrics: { resource: { target: { averageValue: string } } }[] }
  }
  expect(scaler.spec.maxReplicas).toBeGreaterThanOrEqual(size.gateways)
  expect(scaler.spec.metrics[0]!.resource.target.averageValue).toBe(`${busyShare * 1_000}m`)
  for (const lane of ['ingest', 'detect', 'rectify', 'read'] as const) {
    const { spec } = find(overlay, 'ScaledObject', `vision-${lane}`) as Scaled
    expect(spec.maxReplicaCount, lane).toBeGreaterThanOrEqual(size[lane])
  }
  if (overlay === 'dev') {
    const postgres = workloads(overlay).find(({ metadata }) => metadata.name === 'postgres')!
    expect(postgres.spec.template.spec.containers[0]!.args).toContain(
      `max_connections=${size.maxConnections}`,
    )
  }
})

it('computes the guide’s table from the costs that the guide states', () => {
  const guide = readFileSync(path.join(cloneFolder, 'infra/operating.md'), 'utf8')
  expect(guide).toContain(`| ingest | ${costs.ingest.toFixed(2)} |`)
  expect(guide).toContain(`| detect | ${costs.detect.toFixed(2)} |`)
  expect(guide).toContain(`| rectify to PNG at 300 dpi | ${costs.rectify.toFixed(2)} |`)
  expect(guide).toContain(`| read a full page of text | ${costs.read.toFixed(2)} |`)
  expect(guide).toContain(`${costs.gateway.toFixed(2)} of gateways`)
  expect(sizeFor(10).gateways).toBe(2)
  expect(sizeFor(100).detect).toBe(Math.ceil((100 * costs.detect) / busyShare))
})

function mebibytesOf(quantity: string): number {
  const [, digits, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity)!
  return Number(digits) * (unit === 'Gi' ? 1_024 : 1)
}

/** Placeholders for production's secrets, which are not in the repository. */
const stoodIn: Readonly<Record<string, string>> = {
  'equerre-stripe/secret-key': 'sk_live_12345678',
  'equerre-stripe/webhook-secret': 'whsec_12345678',
}

/** The environment that a container starts with; secrets are taken from the dev overlay. */
function environmentOf(overlay: string, { env = [], envFrom = [] }: Container): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { configMapRef } of envFrom) {
    const map = find(overlay, 'ConfigMap', configMapRef.name) as { data?: Record<string, string> } | undefined
    expect(map, configMapRef.name).toBeDefined()
    Object.assign(values, map!.data)
  }
  for (const { name, value, valueFrom } of env)
    values[name] = value ?? secretValue(overlay, valueFrom!.secretKeyRef)
  return values
}

function secretValue(overlay: string, { name, key }: { name: string; key: string }): string {
  const secret = find('dev', 'Secret', name) as { data?: Record<string, string> } | undefined
  expect(secret?.data?.[key], `${name}/${key}`).toBeDefined()
  const stand = overlay === 'production' ? stoodIn[`${name}/${key}`] : undefined
  return stand ?? Buffer.from(secret!.data![key]!, 'base64').toString()
}

describe('the check of the manifests', () => {
  const damages: Record<string, (gateway: Workload) => object> = {
    'an unknown field at the top': (gateway) => ({ ...gateway, spec: { ...gateway.spec, replicaz: 2 } }),
    'an unknown field deep inside': (gateway) => {
      const copy = structuredClone(gateway)
      Object.assign(copy.spec.template.spec.containers[0]!, { livenesProbe: {} })
      return copy
    },
    'a value of the wrong type': (gateway) => ({ ...gateway, spec: { ...gateway.spec, replicas: 'two' } }),
    'a missing field': (gateway) => ({ ...gateway, spec: { template: gateway.spec.template } }),
  }

  it.each(Object.entries(damages))('refuses %s', async (_what, damage) => {
    const gateway = find('production', 'Deployment', 'gateway') as Workload
    expect(await complaintsOf([gateway])).toEqual([])
    expect(await complaintsOf([damage(gateway) as Manifest])).not.toEqual([])
  })
})

/** What KEDA's redis scaler runs on the name of a list. */
const kedaCount = `
  local cmd = { zset = 'zcard', set = 'scard', list = 'llen', hash = 'hlen', none = 'llen' }
  return redis.call(cmd[redis.call('type', KEYS[1]).ok], KEYS[1])`

describe('the lanes’ scalers', () => {
  const log = createLog('test', 'silent')
  let dir: string
  let server: RedisServer
  let redis: Redis
  /** A user that may only count. */
  let keda: Redis
  beforeAll(async () => {
    dir = await mkdtemp(path.join(inject('servers').runDir, 'scalers-'))
    const users = Object.fromEntries(redisUsers.map((user) => [user, `of-${user}`])) as Record<
      RedisUser,
      string
    >
    server = await startRedis({ dir, password: 'scalers', users, logFile: path.join(dir, 'redis.log') })
    redis = openRedis(server.url, log)
    keda = openRedis(server.urlOf('keda'), log)
    await Promise.all([once(redis, 'ready'), once(keda, 'ready')])
  })
  afterAll(async () => {
    redis?.disconnect()
    keda?.disconnect()
    await server?.stop()
    await rm(dir, { recursive: true, force: true })
  })

  it.each(visionQueues)('count waiting, prioritised and running jobs on %s', async (name) => {
    const queue: Queue = openQueue(name, redis, { log })
    // A different number in each state, so that no key can be mistaken for another.
    await queue.addBulk(Array.from({ length: 4 }, () => ({ name: 'any', data: {} })))
    await queue.addBulk(Array.from({ length: 2 }, () => ({ name: 'any', data: {}, opts: { priority: 1 } })))
    const worker = new Worker(name, null, { connection: redis.duplicate({ maxRetriesPerRequest: null }) })
    worker.on('error', () => {})
    expect(await worker.getNextJob('test')).toBeDefined()

    const { spec } = find('production', 'ScaledObject', name) as Scaled
    expect(spec.scaleTargetRef.name).toBe(name)
    const counts = await Promise.all(
      spec.triggers.map(async (trigger) => [
        trigger.name,
        await keda.eval(kedaCount, 1, trigger.metadata.listName),
      ]),
    )
    expect(Object.fromEntries(counts)).toEqual({ waiting: 3, prioritized: 2, active: 1 })
    expect(spec.advanced.scalingModifiers.formula).toBe('waiting + prioritized + active')
    await worker.close()
  })
})

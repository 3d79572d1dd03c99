import { resultsQueue, storageKeys, visionQueues, type VisionQueue } from '@equerre/contract/jobs'
import { createLog } from '@equerre/platform/log'
import { openQueue, openRedis } from '@equerre/platform/queue'
import { connect } from '@equerre/local/servers/databases'
import type { Product } from '@equerre/testkit/product'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const timeoutMs = 60_000

/** All objects in the storage, or those of one ingestion: paths below its folder. */
export function objectsOf(product: Product, ingestionId?: string): string[] {
  const prefix = ingestionId === undefined ? 'ingestions' : storageKeys.prefix(ingestionId)
  const dir = path.join(product.storageDir, prefix)
  if (!existsSync(dir)) return []
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

/** Waits until no job is waiting or running anywhere. */
export async function untilIdle(product: Product): Promise<void> {
  const log = createLog('test', 'fatal')
  const redis = await connectRedis(product.redisUrl)
  const queues = [...visionQueues, resultsQueue].map((name) => openQueue(name, redis, { log }))
  const busy = (queue: (typeof queues)[number]) =>
    queue.getJobCountByTypes('active', 'waiting', 'prioritized')
  try {
    await until(async () => (await Promise.all(queues.map(busy))).every((count) => count === 0))
  } finally {
    await Promise.all(queues.map((queue) => queue.close()))
    redis.disconnect()
  }
}

/** A lane's queue, to look at. */
export async function openLane(product: Product, name: VisionQueue) {
  const redis = await connectRedis(product.redisUrl)
  const queue = openQueue(name, redis, { log: createLog('test', 'fatal') })
  const close = async () => {
    await queue.close()
    redis.disconnect()
  }
  return { getActiveCount: () => queue.getActiveCount(), close }
}

/** How often this message is in the gateway's log. */
export function countInLog(product: Product, message: string): number {
  const log = readFileSync(path.join(product.logDir, 'gateway.log'), 'utf8')
  return log.split('\n').filter((line) => line.includes(`"msg":"${message}"`)).length
}

/** A connection to Redis as the user in the address, once it answers. */
export async function connectRedis(url: string): Promise<ReturnType<typeof openRedis>> {
  const redis = openRedis(url, createLog('test', 'silent'))
  await until(async () => (await redis.ping()) === 'PONG')
  return redis
}

/** Waits until `holds` is true. */
export async function until(holds: () => Promise<boolean>, maxMs = timeoutMs): Promise<void> {
  const end = Date.now() + maxMs
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`not reached within ${maxMs} ms`)
    await sleep(100)
  }
}

/** Rows of a query run as the administrator, who may read everything. */
export async function rows<Row extends object>(
  { database }: Pick<Product, 'database'>,
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  await using client = await connect(database.urls.admin)
  return (await client.query<Row>(query, values)).rows
}

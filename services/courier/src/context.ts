import { courierResultsQueue } from '@equerre/contract/courier'
import { deliveryResultsQueue } from '@equerre/contract/deliveries'
import { secretsOf } from '@equerre/platform/config'
import { openKeyRing, type KeyRing } from '@equerre/platform/key-ring'
import { createLog, type Log } from '@equerre/platform/log'
import { openQueue, openRedis, type Queue, type Redis } from '@equerre/platform/queue'
import { recordAttempts } from '@equerre/platform/send-report'
import { openStorage } from '@equerre/platform/storage'
import { watchStorage, type WatchedStorage } from '@equerre/platform/storage/watch'
import { createGuard, type Guard } from './adapters/guarded-request.ts'
import type { CourierConfig } from './config.ts'

export type Context = {
  readonly config: CourierConfig
  readonly log: Log
  readonly redis: Redis
  /** Where the gateway reads reports. */
  readonly results: Queue
  /** Where it reads what became of deliveries. */
  readonly deliveryResults: Queue
  readonly storage: WatchedStorage
  /** Opens what jobs bring sealed. */
  readonly ring: KeyRing
  /** Every request to an address from outside goes through it. */
  readonly guard: Guard
  readonly close: () => Promise<void>
}

/** Memory for files between the internet and the storage, all together. */
const inTransitBytesMax = 256 * 1_024 ** 2

export function createContext(config: CourierConfig): Context {
  const log = createLog('courier', config.LOG_LEVEL, { secrets: secretsOf(config) })
  const redis = openRedis(config.REDIS_URL, log)
  const results = openQueue(courierResultsQueue, redis, { log, attempts: recordAttempts })
  const deliveryResults = openQueue(deliveryResultsQueue, redis, { log, attempts: recordAttempts })
  return {
    config,
    log,
    redis,
    results,
    deliveryResults,
    storage: watchStorage(openStorage(config.storage, inTransitBytesMax), log),
    ring: openKeyRing(config.COURIER_KEYS),
    guard: createGuard(config.allowedNetworks),
    close: async () => {
      await Promise.all([results.close(), deliveryResults.close()])
      redis.disconnect()
    },
  }
}

import { secretsOf } from '@equerre/platform/config'
import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { openKeyRing } from '@equerre/platform/key-ring'
import { createLog } from '@equerre/platform/log'
import { gauge } from '@equerre/platform/metrics'
import { openStorage } from '@equerre/platform/storage'
import { watchStorage } from '@equerre/platform/storage/watch'
import { openDebugFolder } from './adapters/debug-folder.ts'
import { absent } from './cell/messages.ts'
import { memoryMegabytes, readVisionConfig } from './config.ts'
import { startLanes } from './jobs/lanes.ts'

const config = configOrExit(readVisionConfig)
const log = createLog('vision-worker', config.LOG_LEVEL, { secrets: secretsOf(config) })
const workerInfo = gauge('worker_info', 'Kernel, networks and lock of the worker’s cells; always 1', [
  'kernel',
  'model',
  'upright',
  'bend',
  'text',
  'lock',
])
const memoryMax = gauge('worker_memory_max_bytes', 'Memory limit of the worker, its slots included', [])

await runService({ name: 'vision-worker', log, config }, async () => {
  const { DEBUG_DIR: debugDir, limits } = config
  const storage = watchStorage(openStorage(config.storage), log)
  memoryMax.set(memoryMegabytes(config) * 1_024 ** 2)
  const lanes = await startLanes({
    redisUrl: config.REDIS_URL,
    queues: config.VISION_QUEUES,
    slots: config.WORKER_SLOTS,
    heavySlots: config.heavySlots,
    limits,
    services: {
      storage,
      debug: (stepId) => (debugDir === undefined ? null : openDebugFolder(debugDir, stepId)),
    },
    debug: debugDir !== undefined,
    passwordRing: openKeyRing(config.PDF_PASSWORD_KEYS),
    log,
  })
  const { close, facts, ...watched } = lanes
  const asking = storage.keepAsking()
  log.info(facts, 'warp kernel, networks and lock')
  if (facts.lock !== 'seccomp')
    log.warn({ lock: facts.lock }, 'decoders are not sandboxed: no seccomp filter, or no compiler')
  if (facts.text === absent) log.warn('no networks that read: no text is read here')
  if (facts.kernel === 'portable') log.warn('no compiled warp kernel: a page takes some 0.4 s longer')
  if (facts.text === 'Tesseract') log.warn('the networks that read are missing: Tesseract reads, French only')
  workerInfo.set(facts, 1)
  return {
    stop: async () => void (await Promise.all([close(), asking.close()])),
    degradedBy: {
      storage: async () => storage.isWorking(),
      reading: async () => facts.text !== absent,
    },
    ...watched,
  }
})

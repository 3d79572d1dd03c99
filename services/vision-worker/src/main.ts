import { secretsOf } from '@equerre/platform/config'
import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { createLog } from '@equerre/platform/log'
import { gauge } from '@equerre/platform/metrics'
import { memoryMegabytes, readVisionConfig, silenceOnnxRuntime, widenThreadPool } from './config.ts'

const config = configOrExit(readVisionConfig)
widenThreadPool(config.WORKER_SLOTS + config.heavySlots)
silenceOnnxRuntime()
const log = createLog('vision-worker', config.LOG_LEVEL, { secrets: secretsOf(config) })
const workerInfo = gauge('worker_info', 'Which warp kernel and which networks a worker has; always 1', [
  'kernel',
  'model',
  'upright',
])
const memoryMax = gauge('worker_memory_max_bytes', 'What a worker may hold for its slots and itself', [])

await runService({ name: 'vision-worker', log, config }, async () => {
  // Only now, when the thread pool has its size.
  const { startLanes } = await import('./jobs/lanes.ts')
  const { chooseWarp } = await import('./adapters/warp-kernel.ts')
  const { modelId } = await import('./adapters/onnx-session.ts')
  const facts = {
    kernel: chooseWarp().kernel,
    model: (await modelId('corner-finder')) ?? 'absent',
    upright: (await modelId('upright-finder')) ?? 'absent',
  }
  log.info(facts, 'warp kernel and networks')
  if (facts.kernel === 'portable') log.warn('no compiled warp kernel: a page takes some 0.4 s longer')
  workerInfo.set(facts, 1)
  memoryMax.set(memoryMegabytes(config) * 1_024 ** 2)
  const settings = { limits: config.limits, storage: config.storage, debugDir: config.DEBUG_DIR }
  const lanes = await startLanes(settings, {
    redisUrl: config.REDIS_URL,
    queues: config.VISION_QUEUES,
    slots: config.WORKER_SLOTS,
    heavySlots: config.heavySlots,
    secondsMax: config.limits.jobSecondsMax,
    log,
  })
  const { close: stop, ...watched } = lanes
  return { stop, ...watched }
})

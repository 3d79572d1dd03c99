import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { createLog } from '@equerre/platform/log'
import { readVisionConfig, widenThreadPool } from './config.ts'

const config = configOrExit(readVisionConfig)
widenThreadPool(config.WORKER_SLOTS + config.heavySlots)
const log = createLog('vision-worker', config.LOG_LEVEL)

await runService({ name: 'vision-worker', log, config }, async () => {
  // Only now, when the thread pool has its size.
  const { startLanes } = await import('./jobs/lanes.ts')
  const { loadWarpKernel } = await import('./adapters/warp-kernel.ts')
  const { loadCornerModel } = await import('./adapters/corner-model.ts')
  log.info({ kernel: loadWarpKernel() ? 'native' : 'portable' }, 'warp kernel')
  log.info({ model: (await loadCornerModel()) ? 'loaded' : 'absent' }, 'corner model')
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

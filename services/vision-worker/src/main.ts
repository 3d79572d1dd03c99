import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { createLog } from '@equerre/platform/log'
import { gauge } from '@equerre/platform/metrics'
import { readVisionConfig, widenThreadPool } from './config.ts'

const config = configOrExit(readVisionConfig)
widenThreadPool(config.WORKER_SLOTS + config.heavySlots)
const log = createLog('vision-worker', config.LOG_LEVEL)
const warpKernel = gauge('worker_warp_kernel', 'Which of the two straightens pages', ['kernel'])

await runService({ name: 'vision-worker', log, config }, async () => {
  // Only now, when the thread pool has its size.
  const { startLanes } = await import('./jobs/lanes.ts')
  const { loadWarpKernel } = await import('./adapters/warp-kernel.ts')
  const { loadCornerModel } = await import('./adapters/corner-model.ts')
  const kernel = loadWarpKernel() ? 'native' : 'portable'
  log.info({ kernel }, 'warp kernel')
  warpKernel.set({ kernel }, 1)
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

import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { createLog } from '@equerre/platform/log'
import { readVisionConfig } from './config.ts'
import { startLanes } from './jobs/lanes.ts'

const config = configOrExit(readVisionConfig)
const log = createLog('vision-worker', config.LOG_LEVEL)

await runService(log, async () => {
  const settings = { limits: config.limits, storage: config.storage, debugDir: config.DEBUG_DIR }
  const lanes = await startLanes(settings, {
    redisUrl: config.REDIS_URL,
    queues: config.VISION_QUEUES,
    slots: config.WORKER_SLOTS,
    secondsMax: config.limits.jobSecondsMax,
    log,
  })
  return { stop: lanes.close }
})

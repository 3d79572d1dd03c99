import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { readCourierConfig } from './config.ts'
import { createContext } from './context.ts'
import { startDelivering } from './jobs/deliver.ts'
import { startFetching } from './jobs/fetch.ts'

const config = configOrExit(() => readCourierConfig())
const ctx = createContext(config)

await runService({ name: 'courier', log: ctx.log, config }, async () => {
  const jobs = [startFetching(ctx), startDelivering(ctx), ctx.storage.keepAsking()]
  return {
    needs: { redis: async () => (await ctx.redis.ping()) === 'PONG' },
    degradedBy: { storage: async () => ctx.storage.isWorking() },
    stop: async () => {
      // What is being fetched or delivered is finished, and reported.
      await Promise.all(jobs.map((job) => job.close()))
      await ctx.close()
    },
  }
})

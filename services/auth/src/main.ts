import { openDoor } from '@equerre/platform/http'
import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { readAuthConfig } from './config.ts'
import { createContext } from './context.ts'
import { partChecks } from './flow/check-parts.ts'
import { createAuth } from './http/routes.ts'
import { startErasures } from './jobs/erase.ts'
import { startResealing } from './jobs/reseal.ts'

const config = configOrExit(() => readAuthConfig())
const ctx = createContext(config)

await runService({ name: 'auth', log: ctx.log, config }, async () => {
  const jobs = [startErasures(ctx), startResealing(ctx)]
  const door = await openDoor(createAuth(ctx), { host: config.HOST, port: config.PORT })
  ctx.log.info({ port: door.port }, 'listening')
  return {
    needs: partChecks(ctx),
    stop: async () => {
      await door.drain(config.DRAIN_SECONDS)
      await door.close()
      await Promise.all(jobs.map((job) => job.close()))
      await ctx.close()
    },
  }
})

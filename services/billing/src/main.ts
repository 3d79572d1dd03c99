import { openDoor } from '@equerre/platform/http'
import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { readBillingConfig } from './config.ts'
import { createContext } from './context.ts'
import { createBilling } from './http/routes.ts'

const config = configOrExit(() => readBillingConfig())
const ctx = createContext(config)

await runService(ctx.log, async () => {
  const door = await openDoor(createBilling(ctx), { host: config.HOST, port: config.PORT })
  ctx.log.info({ port: door.port }, 'listening')
  return {
    stop: async () => {
      await door.close()
      await ctx.close()
    },
  }
})

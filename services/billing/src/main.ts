import { openDoor } from '@equerre/platform/http'
import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { readBillingConfig } from './config.ts'
import { createContext } from './context.ts'
import { createBilling } from './http/routes.ts'
import { startApplyingPayments } from './jobs/apply-payment.ts'
import { startCheckingLedger } from './jobs/check-ledger.ts'
import { startReconciling } from './jobs/reconcile.ts'

const config = configOrExit(() => readBillingConfig())
const ctx = createContext(config)

await runService(ctx.log, async () => {
  const jobs = [await startApplyingPayments(ctx), startReconciling(ctx), startCheckingLedger(ctx)]
  const door = await openDoor(createBilling(ctx), { host: config.HOST, port: config.PORT })
  ctx.log.info({ port: door.port }, 'listening')
  return {
    stop: async () => {
      await door.close()
      await Promise.all(jobs.map((job) => job.close()))
      await ctx.close()
    },
  }
})

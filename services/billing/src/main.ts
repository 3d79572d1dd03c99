import { openDoor } from '@equerre/platform/http'
import { configOrExit, runService } from '@equerre/platform/lifecycle'
import { measureQueue } from '@equerre/platform/queue'
import { readBillingConfig } from './config.ts'
import { createContext } from './context.ts'
import { partChecks } from './flow/check-parts.ts'
import { createBilling } from './http/routes.ts'
import { startApplyingPayments } from './jobs/apply-payment.ts'
import { startCheckingLedger } from './jobs/check-ledger.ts'
import { startLimitingGifts } from './jobs/limit-gifts.ts'
import { startReconciling } from './jobs/reconcile.ts'

const config = configOrExit(() => readBillingConfig())
const ctx = createContext(config)

await runService({ name: 'billing', log: ctx.log, config }, async () => {
  const jobs = [
    startLimitingGifts(ctx),
    startApplyingPayments(ctx),
    startReconciling(ctx),
    startCheckingLedger(ctx),
  ]
  const door = await openDoor(createBilling(ctx), { host: config.HOST, port: config.PORT })
  ctx.log.info({ port: door.port }, 'listening')
  return {
    needs: partChecks(ctx),
    measure: () => measureQueue(ctx.payments),
    stop: async () => {
      await door.drain(config.DRAIN_SECONDS)
      await door.close()
      await Promise.all(jobs.map((job) => job.close()))
      await ctx.close()
    },
  }
})

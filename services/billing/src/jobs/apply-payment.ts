import { PaymentJob, paymentsQueue } from '@equerre/contract/billing'
import { startWorker } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import { applyPayment } from '../flow/apply-payment.ts'
import { refundWithdrawal } from '../flow/refund-withdrawal.ts'

const concurrency = 4

export function startApplyingPayments(ctx: Context): { close: () => Promise<void> } {
  return startWorker({
    queue: paymentsQueue,
    redisUrl: ctx.config.REDIS_URL,
    concurrency,
    log: ctx.log,
    handle: async (data) => {
      const job = PaymentJob.parse(data)
      if ('withdrawal' in job) await refundWithdrawal(ctx, job.withdrawal)
      else await applyPayment(ctx, job)
    },
  })
}

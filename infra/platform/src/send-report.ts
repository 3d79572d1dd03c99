import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { Queue } from './queue.ts'

/** The work is done, so a report that the gateway cannot record at once is retried for about a minute. */
export const recordAttempts = 8
/** How long finished work waits for a lost Redis, while BullMQ renews the job's lock. */
const sendTimeoutMs = 60_000
const sendPauseMs = 500

type Report = { readonly kind: string; readonly stepId?: string }

/** Adds a report to its queue until it has arrived; if it arrives twice it counts once. */
export async function sendReport(queue: Queue, report: Report, log: Log): Promise<void> {
  const deadlineMs = performance.now() + sendTimeoutMs
  for (;;) {
    try {
      await queue.add(report.kind, report)
      return
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
      log.warn({ err: error, stepId: report.stepId }, 'result not sent yet; retrying')
      await sleep(sendPauseMs)
    }
  }
}

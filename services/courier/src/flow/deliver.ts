import { addressPurpose } from '@equerre/contract/courier'
import type { DeliveryError, DeliveryJob, DeliveryOutcome } from '@equerre/contract/deliveries'
import { counter, seconds } from '@equerre/platform/metrics'
import { sendReport } from '@equerre/platform/send-report'
import type { IncomingMessage } from 'node:http'
import { AddressRefused, guardedRequest } from '../adapters/guarded-request.ts'
import type { Context } from '../context.ts'
import { readRetryAfter, readText } from '../core/answer.ts'

type Answered = Pick<DeliveryOutcome, 'status' | 'error' | 'answer' | 'retryAfterS'>

const deliverySeconds = seconds('delivery_duration_seconds', 'Time to deliver an event, by outcome', [
  'outcome',
])

const deliveriesStale = counter(
  'deliveries_stale_total',
  'Deliveries that came too late to be begun, which the gateway sends again',
  [],
)
deliveriesStale.inc(0)

/**
 * Posts an event once, as the gateway has signed it, and reports what was answered. Redirects are answers like others: nobody is sent
 * elsewhere. What comes too late is left alone, and the gateway sends it again.
 */
export async function deliver(ctx: Context, job: DeliveryJob): Promise<void> {
  const { deliveryId, attemptToken } = job
  if (Date.now() > job.notAfterMs) {
    deliveriesStale.inc()
    return ctx.log.warn({ deliveryId }, 'delivery left alone: too late')
  }
  const begunMs = performance.now()
  const end = deliverySeconds.startTimer()
  const answered = await post(ctx, job)
  end({ outcome: answered.error ?? `${Math.floor((answered.status ?? 0) / 100)}xx` })
  const milliseconds = Math.round(performance.now() - begunMs)
  const outcome: DeliveryOutcome = { deliveryId, attemptToken, milliseconds, ...answered }
  await sendReport(ctx.deliveryResults, { kind: 'delivery', ...outcome }, ctx.log)
}

async function post(ctx: Context, job: DeliveryJob): Promise<Answered> {
  const { deliveryId, headers, body, secondsMax, answerBytesMax } = job
  const signal = AbortSignal.timeout(secondsMax * 1_000)
  // Outside: a key that is missing here is no fault of the receiver.
  const address = ctx.ring.open(job.address, addressPurpose(deliveryId))
  try {
    const length = String(Buffer.byteLength(body))
    const answer = await guardedRequest(ctx.guard, address, {
      method: 'POST',
      headers: { ...headers, 'content-length': length, 'accept-encoding': 'identity' },
      body,
      signal,
    })
    const { statusCode: status = null, headers: told } = answer
    const retryAfterS = readRetryAfter(told['retry-after'])
    return { status, error: null, answer: readText(await beginning(answer, answerBytesMax)), retryAfterS }
  } catch (error) {
    return { status: null, error: errorOf(error, signal), answer: '', retryAfterS: null }
  }
}

/** As much of an answer as is kept. Its status has been told, so it does not matter if the rest hangs or breaks off. */
async function beginning(answer: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      if ((bytes += chunk.length) >= bytesMax) break
    }
  } catch {
    // What came before it stopped is kept.
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}

function errorOf(error: unknown, signal: AbortSignal): DeliveryError {
  if (signal.aborted) return 'timeout'
  return error instanceof AddressRefused ? 'refused_address' : 'unreachable'
}

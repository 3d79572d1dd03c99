import { z } from 'zod'

/** Deliveries for the courier, which has them from the gateway ready to send: it holds no secret and reads no event. */
export const deliveriesQueue = 'courier-deliveries'
/** What became of them, consumed by the gateway. */
export const deliveryResultsQueue = 'gateway-deliveries'

/** Why nobody has answered. */
export const DeliveryError = z.enum(['timeout', 'unreachable', 'refused_address'])
export type DeliveryError = z.output<typeof DeliveryError>

/** One attempt. `attemptToken` proves its outcome and names the job; after `notAfterMs` (Unix time) nobody wants it any more. */
export const DeliveryJob = z.object({
  deliveryId: z.uuid(),
  attemptToken: z.uuid(),
  /** Sealed, for the purpose that `addressPurpose` gives with the delivery’s id: it may be as good as a password. */
  address: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  secondsMax: z.int().positive(),
  answerBytesMax: z.int().min(0),
  notAfterMs: z.int(),
})
export type DeliveryJob = z.output<typeof DeliveryJob>

/** `status` is null when nobody has answered; `answer` is the beginning of its body as text. */
export const DeliveryOutcome = z.object({
  deliveryId: z.uuid(),
  attemptToken: z.uuid(),
  status: z.int().nullable(),
  error: DeliveryError.nullable().catch('unreachable'),
  answer: z.string(),
  milliseconds: z.int().min(0),
  retryAfterS: z.int().min(0).nullable(),
})
export type DeliveryOutcome = z.output<typeof DeliveryOutcome>

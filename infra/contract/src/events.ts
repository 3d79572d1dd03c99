import { z } from 'zod'
import { BatchEventData } from './batches.ts'
import { StepStatus } from './detourage.ts'
import { ProblemCode } from './problems.ts'

/** What an account may be told of. */
export const eventTypes = [
  'ingestion.finished',
  'ingestion.failed',
  'detection.finished',
  'detection.failed',
  'rectification.finished',
  'rectification.failed',
  'assembly.finished',
  'assembly.failed',
  'batch.finished',
  'batch.failed',
  'review.required',
  'credits.low',
] as const
export const EventType = z.enum(eventTypes)
export type EventType = z.output<typeof EventType>

/** Sent on request only. */
export const testEvent = 'webhook.test'
export const AnyEventType = z.enum([...eventTypes, testEvent])
export type AnyEventType = z.output<typeof AnyEventType>

/** A step that has ended: names and addresses, never what is on the page or what its file is called. */
export const StepEventData = z.object({
  job_id: z.uuid().describe('event_job'),
  job_path: z.string().describe('event_job_path'),
  ingestion_id: z.uuid(),
  page: z.int().positive(),
  status: StepStatus.nullable().describe('event_status'),
  code: z
    .union([ProblemCode, z.literal('cancelled')])
    .nullable()
    .describe('event_code'),
  credits_charged: z.int().min(0).describe('event_charged'),
  test: z.boolean().describe('event_test'),
})
export type StepEventData = z.output<typeof StepEventData>

const CreditsEventData = z.object({ credits: z.int(), threshold: z.int() })
const TestEventData = z.object({ webhook_id: z.uuid() })

const batchEvents = ['batch.finished', 'batch.failed'] as const

const at = { timestamp: z.iso.datetime().describe('event_timestamp') }

/** The body of a delivery, after the Standard Webhooks specification. */
export const WebhookEvent = z.union([
  z.object({ type: EventType.exclude([...batchEvents, 'credits.low']), ...at, data: StepEventData }),
  z.object({ type: z.enum(batchEvents), ...at, data: BatchEventData }),
  z.object({ type: z.literal('credits.low'), ...at, data: CreditsEventData }),
  z.object({ type: z.literal(testEvent), ...at, data: TestEventData }),
])
export type WebhookEvent = z.output<typeof WebhookEvent>

import type { Batch, BatchAssembly, ItemState } from '@equerre/contract/batches'
import type { PageInfo, RectifyOptions, StepKind, StepStatus } from '@equerre/contract/detourage'
import type { ResultOf } from '@equerre/contract/jobs'
import type { AnyEventType, EventType } from '@equerre/contract/events'
import type { DeliveryError } from '@equerre/contract/deliveries'
import type { Delivery, Webhook } from '@equerre/contract/webhooks'
import type { ProblemCode } from '@equerre/contract/problems'
import type { Db, Tx } from '@equerre/platform/postgres'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Lane } from '../core/lanes.ts'
import type { IngestionState, InputOf, StepState, TextOutcome } from '../core/step.ts'

type Stamp = ColumnType<Date, Date | undefined, Date>
type Json<T extends object | null> = JSONColumnType<T, string | null, string | null>

type GuestsTable = {
  id: string
  key_hash: Buffer
  created_at: Stamp
  merged_into: string | null
}
type GiftsTable = { network: string; principal_id: string | null; given_at: Stamp }
export type IngestionsTable = {
  id: string
  owner_id: string
  test: Generated<boolean>
  kind: Generated<'file' | 'assembly'>
  state: IngestionState
  name: string
  mime: string | null
  bytes: number | null
  sha256: Buffer | null
  sealed_password: string | null
  pages: Json<PageInfo[] | null>
  progressive: boolean | null
  created_at: Stamp
  expires_at: ColumnType<Date, Date, Date>
}
export type StepsTable = {
  id: string
  ingestion_id: string
  owner_id: string
  wallet_id: string
  kind: StepKind
  page: number
  input: JSONColumnType<InputOf<StepKind>>
  lane: Lane
  state: Generated<StepState>
  attempts: Generated<number>
  attempt_token: string | null
  cost: Generated<number>
  key_id: string | null
  key_day: ColumnType<Date | null, string | null, never>
  charged: number | null
  remaining: number | null
  result: Json<ResultOf<StepKind> | null>
  text: Json<TextOutcome | null>
  problem_code: ProblemCode | null
  problem_detail: string | null
  problem_sentence: string | null
  problem_params: Json<object | null>
  request_id: string
  networks: string[] | null
  traceparent: string | null
  callback_url: Generated<string | null>
  created_at: Stamp
  deadline_at: ColumnType<Date, Date, Date>
  dispatched_at: Date | null
  finished_at: Date | null
}
type IdempotencyTable = {
  owner_id: string
  route: string
  key: string
  fingerprint: Buffer | null
  step_id: string | null
  answer: Json<object | null>
  claimed_by: string | null
  alive_at: Date | null
  created_at: Stamp
}
type FilesToEraseTable = { ingestion_id: string; since: Stamp; due_at: ColumnType<Date, Date, Date> }
type AssemblyPagesTable = { assembly_id: string; ingestion_id: string }
type KeyUsageTable = {
  owner_id: string
  key_id: string
  day: ColumnType<Date, string, never>
  credits: number
}
export type BatchesTable = {
  id: string
  owner_id: string
  test: boolean
  key_id: string | null
  networks: string[]
  options: JSONColumnType<RectifyOptions>
  assembly: Json<BatchAssembly | null>
  callback_url: string | null
  request_id: string
  state: Generated<Batch['state']>
  created_at: Stamp
  ends_by: ColumnType<Date, Date, Date>
  ended_at: Date | null
}
export type BatchItemsTable = {
  batch_id: string
  index: number
  reference: string | null
  group: string | null
  state: Generated<ItemState>
  page: number
  ingestion_id: string
  name: string | null
  sealed_address: string | null
  sealed_password: string | null
  rectify_id: string | null
  status: StepStatus | null
  charged: Generated<number>
  problem_sentence: string | null
  problem_params: Json<object | null>
}
type BatchAssembliesTable = {
  batch_id: string
  group: string
  place: number
  state: Generated<ItemState>
  step_id: string | null
  problem_sentence: string | null
  problem_params: Json<object | null>
}
type TurnsTable = { task: string; taken_until: ColumnType<Date, Date, Date>; done_at: Date | null }
export type WebhookEndpointsTable = {
  id: string
  owner_id: string
  url: string
  events: EventType[]
  state: Generated<Webhook['state']>
  sealed_secret: string
  sealed_former_secret: string | null
  former_until: Date | null
  failing_since: Date | null
  credits_low_at: number
  credits_low_told: Generated<boolean>
  created_at: Stamp
}
export type CallbackSecretsTable = {
  owner_id: string
  sealed_secret: string
  sealed_former_secret: string | null
  former_until: Date | null
}
type WebhookEventsTable = {
  id: string
  owner_id: string
  ingestion_id: string | null
  type: AnyEventType
  body: string
  created_at: Stamp
}
export type WebhookDeliveriesTable = {
  id: string
  sequence: Generated<number>
  event_id: string
  endpoint_id: string | null
  owner_id: string
  ingestion_id: string | null
  url: string
  host: string
  state: Generated<Delivery['state']>
  attempts: Generated<number>
  attempt_token: string | null
  sent_at: Date | null
  due_at: Date | null
  resent: Generated<boolean>
  created_at: Stamp
}
type WebhookTurnsTable = {
  owner_id: string
  served_at: Date | null
  slow_until: Date | null
  changed_at: Stamp
}
type WebhookAttemptsTable = {
  delivery_id: string
  number: number
  at: Date
  status: number | null
  error: DeliveryError | null
  answer: string
  milliseconds: number
}

export type GatewaySchema = {
  guests: GuestsTable
  gifts: GiftsTable
  ingestions: IngestionsTable
  steps: StepsTable
  idempotency: IdempotencyTable
  files_to_erase: FilesToEraseTable
  turns: TurnsTable
  batches: BatchesTable
  batch_items: BatchItemsTable
  batch_assemblies: BatchAssembliesTable
  key_usage: KeyUsageTable
  assembly_pages: AssemblyPagesTable
  webhook_endpoints: WebhookEndpointsTable
  callback_secrets: CallbackSecretsTable
  webhook_events: WebhookEventsTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  webhook_turns: WebhookTurnsTable
}
export type GatewayDb = Db<GatewaySchema>
/** A connection or a transaction: every function of store/ takes it first. */
export type Conn = GatewayDb | Tx<GatewaySchema>

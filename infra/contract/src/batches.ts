import { z } from 'zod'
import { AssemblyRequest, Name } from './assemblies.ts'
import { AssemblyReply } from './assembly.ts'
import { boundedArray } from './bounded-array.ts'
import { callback } from './callback.ts'
import { decimal } from './decimal.ts'
import { PageNumber, RectifyOptions, RectifyReply, StepStatus, stepProblems } from './detourage.ts'
import { defineEndpoint } from './endpoint.ts'
import { Address, signing } from './from-outside.ts'
import { ProblemCode } from './problems.ts'

const ofItem = {
  page: PageNumber.default(1).describe('batch_item_page'),
  group: Name.optional().describe('batch_group'),
  reference: Name.optional().describe('batch_reference'),
}

/** A file from an address, or one that was uploaded. */
const AskedItem = z.union([
  z.strictObject({
    url: Address.unwrap().describe('batch_url'),
    password: z.string().min(1).optional().describe('password'),
    ...ofItem,
  }),
  z.strictObject({ ingestion_id: z.uuid().describe('batch_file'), ...ofItem }),
])
export type AskedItem = z.output<typeof AskedItem>

/** What differs from page to page is no option of a batch. */
const BatchOptions = RectifyOptions.omit({ corners: true, page: true, document: true }).extend({
  /** Without a default: the bounds are the operator's. */
  dpi: z.int().positive().optional().describe('dpi_asked'),
})

const BatchAssembly = AssemblyRequest.pick({
  text: true,
  standard: true,
  compression: true,
  max_bytes: true,
  page_size: true,
})
export type BatchAssembly = z.output<typeof BatchAssembly>

/** Beyond what any operator may allow. */
const itemsMost = 10_000

/** Unknown names are refused. How many items there may be is the operator's to say. */
export const BatchRequest = z.strictObject({
  items: boundedArray(z.array(AskedItem).min(1), itemsMost).describe('batch_items'),
  options: BatchOptions.prefault({}).describe('batch_options'),
  assembly: BatchAssembly.optional().describe('batch_assembly'),
  ...callback,
})
export type BatchRequest = z.output<typeof BatchRequest>

const itemStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
/** Of an item, and of the assembly of a group. */
const ItemState = z.enum(itemStates)
export type ItemState = z.output<typeof ItemState>

const whole = z.int().min(0)
const BatchState = z.enum(['running', 'finished', 'cancelled'])
const ItemCounts = z.object({
  total: whole,
  waiting: whole,
  running: whole,
  done: whole,
  failed: whole,
  cancelled: whole,
})
export type ItemCounts = z.output<typeof ItemCounts>

export const Batch = z.object({
  id: z.uuid(),
  state: BatchState.describe('batch_state'),
  created_at: z.iso.datetime(),
  ends_by: z.iso.datetime().describe('batch_ends_by'),
  ended_at: z.iso.datetime().nullable().describe('batch_ended_at'),
  items: ItemCounts.describe('batch_counts'),
  credits_charged: whole,
  assemblies: z
    .array(
      z.object({
        group: z.string(),
        state: ItemState,
        job_id: z.uuid().nullable().describe('batch_assembly_job'),
        code: ProblemCode.nullable(),
        artifacts: AssemblyReply.shape.artifacts.nullable().describe('batch_assembly_artifacts'),
      }),
    )
    .describe('batch_assemblies'),
})
export type Batch = z.output<typeof Batch>

export const BatchItem = z.object({
  index: whole.describe('batch_index'),
  reference: z.string().nullable(),
  group: z.string().nullable(),
  state: ItemState.describe('batch_item_state'),
  ingestion_id: z.uuid().nullable(),
  job_id: z.uuid().nullable().describe('batch_job'),
  status: StepStatus.nullable().describe('batch_item_status'),
  code: ProblemCode.nullable().describe('batch_item_code'),
  credits_charged: z.literal([0, 1]),
  result: RectifyReply.nullable().describe('batch_result'),
})
export type BatchItem = z.output<typeof BatchItem>

/** What an account is told when a batch has ended. */
export const BatchEventData = z.object({
  batch_id: z.uuid(),
  batch_path: z.string().describe('event_batch_path'),
  state: BatchState.describe('batch_state'),
  items: ItemCounts.describe('batch_counts'),
  credits_charged: whole,
  test: z.boolean().describe('event_test'),
})
export type BatchEventData = z.output<typeof BatchEventData>

/** Other forms of the results, by the client's choice. */
export const resultTypes = { lines: 'application/x-ndjson', zip: 'application/zip' } as const

export const resultsPageMax = 100
/** Beyond every item. */
const indexMax = 1_000_000_000

const itsId = z.object({ id: z.uuid() })
const scopes = ['straighten', 'read'] as const
const whoReads = ['unauthenticated', 'not_found', 'rate_limited', 'unavailable'] as const

export const createBatch = defineEndpoint({
  name: 'createBatch',
  method: 'POST',
  path: '/v1/detourage/batches',
  access: 'anyone',
  scopes: ['straighten'],
  params: z.object({}),
  query: z.object({}),
  body: BatchRequest,
  encoding: 'json',
  bodyKilobytesMax: 5_120,
  reply: Batch,
  accepts: true,
  idempotent: true,
  problems: stepProblems.filter((code) => code !== 'expired'),
})

export const getBatch = defineEndpoint({
  name: 'getBatch',
  method: 'GET',
  path: '/v1/detourage/batches/:id',
  access: 'anyone',
  scopes,
  params: itsId,
  query: z.object(signing),
  body: z.void(),
  reply: Batch,
  problems: whoReads,
})

export const cancelBatch = defineEndpoint({
  name: 'cancelBatch',
  method: 'DELETE',
  path: '/v1/detourage/batches/:id',
  access: 'anyone',
  scopes: ['straighten'],
  params: itsId,
  query: z.object({}),
  body: z.void(),
  reply: Batch,
  problems: [...whoReads, 'forbidden'],
})

export const getBatchResults = defineEndpoint({
  name: 'getBatchResults',
  method: 'GET',
  path: '/v1/detourage/batches/:id/results',
  access: 'anyone',
  scopes,
  params: itsId,
  query: z.object({
    cursor: decimal(z.int().min(0).max(indexMax)).optional().describe('batch_cursor'),
    limit: decimal(z.int().min(1).max(resultsPageMax)).default(resultsPageMax).describe('batch_limit'),
    ...signing,
  }),
  body: z.void(),
  reply: z.object({ items: z.array(BatchItem), next_cursor: z.int().nullable() }),
  files: Object.values(resultTypes),
  problems: [...whoReads, 'invalid_request'],
})

import { z } from 'zod'
import { AssemblyReply } from './assembly.ts'
import { Batch, BatchItem } from './batches.ts'
import { HistoryLine } from './credits.ts'
import { Item } from './item.ts'
import { defineEndpoint } from './endpoint.ts'
import { AccountRecord } from './identity.ts'
import { Webhook } from './webhooks.ts'
import { KeyDay } from './keys.ts'

export const AccountExport = z.object({
  exported_at: z.iso.datetime(),
  account: AccountRecord,
  credits: z.object({ balance: z.number().int(), lines: z.array(HistoryLine) }),
  key_usage: z.array(KeyDay),
  ingestions: z.array(Item),
  assemblies: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      created_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      assembly: AssemblyReply.nullable().describe('exported_assembly'),
    }),
  ),
  batches: z.array(z.object({ batch: Batch, items: z.array(BatchItem) })),
  webhooks: z.array(Webhook),
})
export type AccountExport = z.output<typeof AccountExport>

export const exportMe = defineEndpoint({
  name: 'exportMe',
  method: 'GET',
  path: '/me/export',
  access: 'user',
  params: z.object({}),
  query: z.object({}),
  body: z.void(),
  reply: AccountExport,
  problems: ['unauthenticated', 'rate_limited', 'unavailable'],
})

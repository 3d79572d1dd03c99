import type { BatchItem } from '@equerre/contract/batches'
import type { HistoryLine } from '@equerre/contract/credits'
import type { AccountExport } from '@equerre/contract/export'
import type { Principal } from '@equerre/contract/identity'
import { fetchAccountRecord } from '../adapters/internal-service.ts'
import type { Context } from '../context.ts'
import type { UntranslatedItem } from '../core/answer.ts'
import type { Position } from '../core/cursor.ts'
import { batchReply } from '../core/batch.ts'
import { assemblyReply } from '../core/replies.ts'
import { isDone, type Ingestion, type Owner, type Step } from '../core/step.ts'
import { listBatchesOf, readProgress } from '../store/batches.ts'
import { listOwnIngestions } from '../store/ingestions.ts'
import { findSteps } from '../store/steps.ts'
import { readBalance } from '../store/wallet.ts'
import { eachPage } from './read-batch.ts'
import { readKeyUsage } from './read-key-usage.ts'
import { readHistory } from './read-history.ts'
import { readWebhooks } from './read-webhooks.ts'
import { listIngestions } from './read-ingestions.ts'

const pageSize = 100

type UntranslatedExport = Omit<AccountExport, 'ingestions'> & {
  readonly ingestions: readonly UntranslatedItem[]
}

/**
 * Everything the services know about a person, each providing its part.
 * @throws Problem `unauthenticated` when the account has just been erased, `unavailable`
 */
export async function exportAccount(
  ctx: Context,
  { principal, requestId }: { principal: Principal; requestId: string },
): Promise<UntranslatedExport> {
  const { AUTH_URL: address, INTERNAL_TOKEN: token } = ctx.config
  const account = await fetchAccountRecord({ address, token, principal, requestId })
  const credits = {
    balance: await readBalance(ctx.db, principal.id),
    lines: await allLines(ctx, principal.id),
  }
  const usage = await readKeyUsage(ctx, { ownerId: principal.id, days: ctx.config.limits.keyUsageDays })
  const made = [false, true].map((test) => allIngestions(ctx, { id: principal.id, test }))
  const ingestions = (await Promise.all(made)).flat()
  const assembled = [false, true].map((test) => allAssemblies(ctx, { id: principal.id, test }))
  const assemblies = (await Promise.all(assembled)).flat()
  const batches = await allBatches(ctx, principal.id)
  const webhooks = await readWebhooks(ctx, principal.id)
  const own = { account, credits, key_usage: usage, ingestions, assemblies, batches, webhooks }
  return { exported_at: new Date().toISOString(), ...own }
}

async function allLines(ctx: Context, ownerId: string): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = []
  let cursor: number | undefined
  do {
    const page = await readHistory(ctx, ownerId, { limit: pageSize, cursor })
    lines.push(...page.lines)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return lines
}

async function allIngestions(ctx: Context, owner: Owner): Promise<UntranslatedItem[]> {
  const items: UntranslatedItem[] = []
  let cursor: string | undefined
  do {
    const page = await listIngestions(ctx, owner, { limit: pageSize, cursor })
    items.push(...page.ingestions)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return items
}

async function allAssemblies(ctx: Context, owner: Owner): Promise<AccountExport['assemblies']> {
  const found: Ingestion[] = []
  for (let after: Position | null = null, full = true; full;) {
    const rows = await listOwnIngestions(ctx.db, owner, { kind: 'assembly', limit: pageSize, after })
    found.push(...rows)
    const last = rows.at(-1)
    after = last ? { createdAtMs: last.createdAt.getTime(), id: last.id } : null
    full = rows.length === pageSize
  }
  const ids = found.map(({ id }) => id)
  const steps = new Map((await findSteps(ctx.db, ids)).map((step) => [step.id, step]))
  return found.map((assembly) => exported(assembly, steps.get(assembly.id)))
}

async function allBatches(ctx: Context, ownerId: string): Promise<AccountExport['batches']> {
  const all: AccountExport['batches'] = []
  for (const row of await listBatchesOf(ctx.db, ownerId)) {
    const items: BatchItem[] = []
    for await (const some of eachPage(ctx, row.id)) items.push(...some)
    all.push({ batch: batchReply(row, await readProgress(ctx.db, row.id)), items })
  }
  return all
}

function exported(assembly: Ingestion, step: Step | undefined): AccountExport['assemblies'][number] {
  return {
    id: assembly.id,
    name: assembly.name,
    created_at: assembly.createdAt.toISOString(),
    expires_at: assembly.expiresAt.toISOString(),
    assembly: step?.kind === 'assemble' && isDone(step) ? assemblyReply(step, assembly) : null,
  }
}

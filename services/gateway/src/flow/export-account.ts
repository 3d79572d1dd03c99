import type { HistoryLine } from '@equerre/contract/credits'
import type { AccountExport } from '@equerre/contract/export'
import type { Principal } from '@equerre/contract/identity'
import { fetchAccountRecord } from '../adapters/internal-service.ts'
import type { Context } from '../context.ts'
import type { UntranslatedItem } from '../core/answer.ts'
import type { Owner } from '../core/step.ts'
import { readBalance } from '../store/wallet.ts'
import { readHistory } from './read-history.ts'
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
  const made = [false, true].map((test) => allIngestions(ctx, { id: principal.id, test }))
  const ingestions = (await Promise.all(made)).flat()
  return { exported_at: new Date().toISOString(), account, credits, ingestions }
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

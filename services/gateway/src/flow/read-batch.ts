import type { Batch, BatchItem } from '@equerre/contract/batches'
import { resultsPageMax } from '@equerre/contract/batches'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { batchReply, itemReply, resultOf, type BatchRow, type ItemRow } from '../core/batch.ts'
import { isExpired, type Owner, type Step } from '../core/step.ts'
import { listItems } from '../store/batch-items.ts'
import { findOwnBatch, readProgress } from '../store/batches.ts'
import { findIngestions } from '../store/ingestions.ts'
import { findSteps } from '../store/steps.ts'
import { signPaths } from './sign-address.ts'

type Named = { readonly id: string; readonly owner: Owner }

/**
 * @param signSeconds for how long whoever has the path of a PDF can read it; undefined for paths that ask who reads
 * @throws Problem `not_found` for what is unknown, someone else's or no longer kept
 */
export async function readBatch(ctx: Context, named: Named, signSeconds?: number): Promise<Batch> {
  const batch = await ownBatch(ctx, named)
  const reply = batchReply(batch, await readProgress(ctx.db, batch.id))
  const pdfs = reply.assemblies.flatMap(({ artifacts, job_id }) => (artifacts && job_id) ?? [])
  const files = await findIngestions(ctx.db, pdfs)
  const now = new Date()
  const assemblies = reply.assemblies.map(({ artifacts, ...assembly }) => {
    const file = files.get(assembly.job_id ?? '')
    if (artifacts === null || !file || isExpired(file, now)) return { ...assembly, artifacts: null }
    if (signSeconds === undefined) return { ...assembly, artifacts }
    const validity = { seconds: signSeconds, notAfter: file.expiresAt }
    return { ...assembly, artifacts: signPaths(ctx, artifacts, validity) }
  })
  return { ...reply, assemblies }
}

/** @throws Problem `not_found` */
export async function ownBatch(ctx: Context, { id, owner }: Named): Promise<BatchRow> {
  const batch = await findOwnBatch(ctx.db, id, owner)
  if (!batch) throw new Problem('not_found')
  return batch
}

/** @param signSeconds for how long whoever has a path of the results can read it; undefined for paths that ask who reads */
type Page = { readonly from: number; readonly limit: number; readonly signSeconds: number | undefined }

/** Items in order, with the replies of their steps as long as their files are kept. */
export async function readItems(ctx: Context, batchId: string, page: Page): Promise<BatchItem[]> {
  const items = await listItems(ctx.db, batchId, page)
  const kept = await keptSteps(ctx, items)
  return items.map((item) => {
    const found = item.rectifyId === null ? undefined : kept.get(item.rectifyId)
    const result = resultOf(found?.step)
    if (!found || !result || page.signSeconds === undefined) return itemReply(item, result)
    const validity = { seconds: page.signSeconds, notAfter: found.expiresAt }
    return itemReply(item, { ...result, artifacts: signPaths(ctx, result.artifacts, validity) })
  })
}

/** All items, page by page. */
export async function* eachPage(
  ctx: Context,
  batchId: string,
  signSeconds?: number,
): AsyncGenerator<BatchItem[]> {
  for (let from = 0, full = true; full; from += resultsPageMax) {
    const items = await readItems(ctx, batchId, { from, limit: resultsPageMax, signSeconds })
    if (items.length > 0) yield items
    full = items.length === resultsPageMax
  }
}

async function keptSteps(
  ctx: Context,
  items: readonly ItemRow[],
): Promise<Map<string, { step: Step; expiresAt: Date }>> {
  const steps = await findSteps(
    ctx.db,
    items.flatMap(({ rectifyId }) => rectifyId ?? []),
  )
  const files = await findIngestions(ctx.db, [...new Set(steps.map(({ ingestionId }) => ingestionId))])
  const now = new Date()
  return new Map(
    steps.flatMap((step) => {
      const file = files.get(step.ingestionId)
      return !file || isExpired(file, now) ? [] : [[step.id, { step, expiresAt: file.expiresAt }] as const]
    }),
  )
}

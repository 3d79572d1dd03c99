import type { RectifyResult } from '@equerre/contract/jobs'
import { randomUUID } from 'node:crypto'
import type { Context } from '../src/context.ts'
import { endAndSettle } from '../src/flow/end-step.ts'
import type { StepRequest } from '../src/flow/request-step.ts'
import { welcomeGuest } from '../src/flow/welcome-guest.ts'
import { insertReceiving, markReady, markReceived } from '../src/store/ingestions.ts'

/** Files and steps without a worker: what it would report is written down. */

export const corners = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
] as const

/** What a rectify reports that made a page. */
export const made: RectifyResult = {
  status: 'OK',
  confidence: 1,
  corners: corners.map(([x, y]) => [x, y]) as RectifyResult['corners'],
  dpi: 72,
  mime: 'image/png',
  width: 100,
  height: 100,
  paper: null,
  proportions: null,
  detection: null,
}

/** A guest with ten credits and a file that is ready; with a test key, a file of its world. */
export async function guestWithFile(ctx: Context, test = false): Promise<StepRequest> {
  const { identity } = await welcomeGuest(ctx, undefined)
  const [id, ownerId] = [randomUUID(), identity.principal.id]
  const expiresAt = new Date(Date.now() + 3_600_000)
  await insertReceiving(ctx.db, { id, owner: { id: ownerId, test }, name: 'page.jpg', expiresAt })
  await markReceived(ctx.db, { id, mime: 'image/jpeg', bytes: 1_000, sha256: Buffer.alloc(32) })
  const pages = [1, 2].map(() => ({ width: 100, height: 100, kind: 'photo' as const }))
  await markReady(ctx.db, id, { mime: 'image/jpeg', pages, progressive: false })
  return {
    kind: 'rectify',
    ownerId,
    standing: { tier: 'guest', networks: ['unknown'] },
    ingestionId: id,
    page: undefined,
    idempotencyKey: undefined,
    requestId: 'request',
    test,
  }
}

export function end(ctx: Context, stepId: string, ending: Parameters<typeof endAndSettle>[2]) {
  return ctx.db.transaction().execute((tx) => endAndSettle(tx, stepId, ending))
}

import type { RectifyResult } from '@equerre/contract/jobs'
import { randomUUID } from 'node:crypto'
import type { Context } from '../../src/context.ts'
import type { Owner } from '../../src/core/step.ts'
import { endAndSettle } from '../../src/flow/end-step.ts'
import type { StepRequest } from '../../src/flow/request-step.ts'
import { welcomeGuest } from '../../src/flow/welcome-guest.ts'
import { insertReceiving, markReady, markReceived } from '../../src/store/ingestions.ts'

/** Files and steps without a worker: its reports are written directly. */

export const corners = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
] as const

/** The report of a rectify that made a page. */
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

/** Inserts a file of two pages. @returns its id */
export async function insertReadyFile({ db }: Context, owner: Owner, mime = 'image/jpeg'): Promise<string> {
  const id = randomUUID()
  const expiresAt = new Date(Date.now() + 3_600_000)
  await insertReceiving(db, { id, owner, name: 'page', expiresAt })
  await markReceived(db, { id, mime, bytes: 1_000, sha256: Buffer.alloc(32), sealedPassword: null })
  const kind = mime === 'application/pdf' ? ('digital' as const) : ('photo' as const)
  const pages = [1, 2].map(() => ({ width: 100, height: 100, kind }))
  await markReady(db, id, { mime, pages, progressive: false })
  return id
}

/** A guest with ten credits and a ready file; `test`: made with a test key. */
export async function guestWithFile(ctx: Context, test = false): Promise<StepRequest> {
  const { identity } = await welcomeGuest(ctx, undefined)
  const ownerId = identity.principal.id
  const ingestionId = await insertReadyFile(ctx, { id: ownerId, test })
  return {
    kind: 'rectify',
    ownerId,
    standing: { tier: 'guest', networks: ['unknown'] },
    ingestionId,
    page: undefined,
    idempotencyKey: undefined,
    requestId: 'request',
    test,
  }
}

export function end(ctx: Context, stepId: string, ending: Parameters<typeof endAndSettle>[2]) {
  return ctx.db.transaction().execute((tx) => endAndSettle(tx, stepId, ending))
}

import type { Context } from '../context.ts'
import { networksToCount } from '../core/fairness.ts'
import { laneOf } from '../core/lanes.ts'
import { readOneShot, type OneShotForm } from '../core/one-shot.ts'
import { rectifyInput, zoneOf } from '../core/rectify-request.ts'
import { acceptFile, type Source } from './accept-file.ts'
import { orDiscard, type Uploader } from './accept-upload.ts'
import { addStep, type PlannedStep } from './add-step.ts'
import { callbackOf } from './callback-of.ts'
import type { AcceptedStep } from './replay-key.ts'

type Asked = {
  readonly source: Source
  readonly form: OneShotForm
  readonly password: string | undefined
  readonly callback: string | undefined
}

/**
 * Accepts a file together with what to make of it: one transaction writes its ingest, holds the credit and writes the
 * rectify, which waits for the ingest. So a gateway that dies in between loses nothing, and a single address leads to the
 * answer.
 * @throws Problem `invalid_request`, `credits_exhausted`, `key_cap_reached`, `idempotency_mismatch`
 */
export async function acceptOneShot(
  ctx: Context,
  uploader: Uploader,
  { source, form, password, callback }: Asked,
): Promise<AcceptedStep & { readonly file: boolean }> {
  const read = async () => ({
    ...readOneShot(form, ctx.config.limits),
    callbackUrl: callbackOf(ctx, uploader.principal, callback),
  })
  const { page, options, file, callbackUrl } =
    'upload' in source ? await orDiscard(ctx, uploader, { ...source.upload, work: read }) : await read()
  const mime = 'upload' in source ? source.upload.mime : ''
  const stepOn = (ingestionId: string): PlannedStep => ({
    ingestionId,
    ownerId: uploader.principal.id,
    kind: 'rectify',
    page,
    input: {
      ...rectifyInput(zoneOf(options, null), options),
      ...(uploader.test && { watermark: true as const }),
    },
    // Provisional; record-result corrects it once the ingest has read the file.
    lane: laneOf('rectify', { mime, page: undefined, progressive: false }),
    cost: uploader.test ? 0 : 1,
    requestId: uploader.requestId,
    callbackUrl,
    networks: networksToCount(uploader.standing),
    key: uploader.key ?? null,
  })
  const accepted = await acceptFile(ctx, uploader, {
    source,
    password,
    followUp: (id) => ({
      fields: { page, options, callbackUrl },
      add: (tx) => addStep(ctx, tx, stepOn(id)),
    }),
  })
  return { ...accepted, file }
}

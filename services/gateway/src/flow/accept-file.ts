import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { acceptAddress } from './accept-address.ts'
import { acceptUpload, type FollowUp, type Upload, type Uploader } from './accept-upload.ts'
import type { AcceptedStep } from './replay-key.ts'

/** A file that has arrived, or where it is. */
export type Source = { readonly upload: Upload } | { readonly address: string }

type Asked = {
  readonly source: Source
  /** What opens it. */
  readonly password: string | undefined
  /** Whom to tell of the ingest. */
  readonly callback?: string | undefined
  /** What is asked along with it, of the file with this id. */
  readonly followUp?: (ingestionId: string) => FollowUp
}

/**
 * Makes a file an ingestion with its first step, and with the step that was asked along with it.
 * @throws those of `acceptUpload` and `acceptAddress`
 */
export function acceptFile(
  ctx: Context,
  uploader: Uploader,
  { source, password, callback, followUp }: Asked,
): Promise<AcceptedStep> {
  const { id } = 'upload' in source ? source.upload : { id: randomUUID() }
  const asked = { password, callback, ...(followUp && { followUp: followUp(id) }) }
  return 'upload' in source
    ? acceptUpload(ctx, uploader, { upload: source.upload, ...asked })
    : acceptAddress(ctx, uploader, { id, address: source.address, ...asked })
}

import { passwordPurpose } from '@equerre/contract/password'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import type { ReceivedFile } from '../store/ingestions.ts'

/**
 * Seals the password that came with a PDF for its own ingestion; null where none was given or needed.
 * @throws Problem `password_too_long`
 */
export function sealPassword(
  { config, passwordRing }: Context,
  { id, mime }: ReceivedFile,
  password: string | undefined,
): string | null {
  if (!password || mime !== 'application/pdf') return null
  assertPasswordFits({ config }, password)
  return passwordRing.seal(password, passwordPurpose(id))
}

/** @throws Problem `password_too_long` */
export function assertPasswordFits({ config }: Pick<Context, 'config'>, password = ''): void {
  const most = config.limits.pdfPasswordBytesMax
  if (Buffer.byteLength(password) > most) throw new Problem('password_too_long', { most })
}

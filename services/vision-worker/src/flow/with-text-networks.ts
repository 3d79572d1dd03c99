import { openTextNetworks, type TextNetworks } from '../adapters/text-models.ts'
import type { Context } from '../context.ts'

/** Opens the networks at the first call; null where they are missing. */
export type OpenNetworks = () => Promise<TextNetworks | null>

/**
 * Lends the networks that read to whoever seldom needs them: were they kept open, the worst honest file would not fit beside
 * them (decision 100).
 */
export async function withTextNetworks<T>(
  textFiles: Context['textFiles'],
  use: (networks: OpenNetworks) => Promise<T>,
): Promise<T> {
  let opened: Promise<TextNetworks | null> | undefined
  try {
    return await use(() => (opened ??= textFiles().then((files) => files && openTextNetworks(files))))
  } finally {
    await (await opened)?.close()
  }
}

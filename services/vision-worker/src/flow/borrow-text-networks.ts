import { openTextNetworks, type TextNetworks } from '../adapters/text-models.ts'
import type { Context } from '../context.ts'

/** The networks that read, for a while. */
export type Borrowed = {
  /** Opened at the first call; null where they are missing. */
  readonly networks: () => Promise<TextNetworks | null>
  readonly giveBack: () => Promise<void>
}

/** For whoever seldom needs the networks that read: kept open, they would fill a fifth of every slot. */
export function borrowTextNetworks(textFiles: Context['textFiles']): Borrowed {
  let opened: Promise<TextNetworks | null> | undefined
  return {
    networks: () => (opened ??= textFiles().then((files) => files && openTextNetworks(files))),
    giveBack: async () => (await opened)?.close(),
  }
}

import { photographNothing } from '@equerre/testkit/pictures'
import type { DroppedFile } from './drop-files.ts'

/** A photo without a document: quick to process, and free. */
export async function bareTable(name: string, seed = 5): Promise<DroppedFile> {
  const { jpeg } = await photographNothing({ seed, things: 0, background: 'wood' })
  return { name, type: 'image/jpeg', bytes: jpeg }
}

import { photographNothing } from '@equerre/testkit/pictures'
import type { DroppedFile } from './drop-files.ts'

/** A photograph with no document on it: quickly done with, and free. */
export async function bareTable(name: string, seed = 5): Promise<DroppedFile> {
  const { jpeg } = await photographNothing({ seed, things: 0, background: 'wood' })
  return { name, type: 'image/jpeg', bytes: jpeg }
}

import { clear, createStore, delMany, get, keys, set } from 'idb-keyval'
import { shrink } from './shrink.ts'

/*
 * Files not sent yet: held in memory while the tab lives, and stored in the browser so that they survive a
 * sign-in, a payment, a reload or a crash. Why in IndexedDB: infra/decisions/0034.
 */

type Held = {
  readonly file: File
  url: string | null
  smallUrl: Promise<string | null> | null
  sent: boolean
}
/** A file as bytes, for browsers that cannot store a `File`, such as Safari in a private window. */
type Packed = { readonly name: string; readonly type: string; readonly bytes: ArrayBuffer }

const held = new Map<string, Held>()
let forgotten = false
const storageKey = 'equerre-files'
const storage = createStore(storageKey, 'files')

/** Holds a job's file in memory for as long as the tab lives. */
export function holdFile(id: string, file: File): void {
  held.set(id, { file, url: null, smallUrl: null, sent: false })
}

/** Stores a job's file in the browser. @returns false if the browser refuses or has no room left */
export async function saveFile(id: string): Promise<boolean> {
  const file = held.get(id)?.file
  if (file === undefined) return true
  if (forgotten) return false
  try {
    await put(id, file)
    // Sent or removed meanwhile: nothing else would ever delete it.
    if (held.get(id)?.sent !== false) await delMany([id], storage)
    return true
  } catch {
    return false
  }
}

/** Stores the file itself or, where the browser cannot, its bytes, which then pass through memory. */
async function put(id: string, file: File): Promise<void> {
  try {
    await set(id, file, storage)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error
    const packed: Packed = { name: file.name, type: file.type, bytes: await file.arrayBuffer() }
    await set(id, packed, storage)
  }
}

/** A job's file, from this visit or an earlier one. */
export async function fileOf(id: string): Promise<File | undefined> {
  const here = held.get(id)?.file
  if (here !== undefined) return here
  const kept = await get<File | Packed>(id, storage).catch(() => undefined)
  if (kept === undefined) return undefined
  const file = kept instanceof File ? kept : new File([kept.bytes], kept.name, { type: kept.type })
  holdFile(id, file)
  return file
}

/** Object URL of a job's local picture, to show before the server has one; created on first use. */
export function localUrl(id: string): string | undefined {
  const entry = held.get(id)
  if (entry === undefined) return undefined
  entry.url ??= URL.createObjectURL(entry.file)
  return entry.url
}

/** Object URL of a small copy of a job's local picture; null if there is none, or none that browsers can show. */
export async function smallLocalUrl(id: string): Promise<string | null> {
  await fileOf(id)
  const entry = held.get(id)
  if (entry === undefined) return null
  entry.smallUrl ??= shrink(entry.file).then((picture) => picture && URL.createObjectURL(picture))
  return entry.smallUrl
}

/** Deletes sent files from storage; this tab keeps showing its own copies instead of fetching them. */
export async function releaseFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const entry = held.get(id)
    if (entry !== undefined) entry.sent = true
  }
  await delMany([...ids], storage).catch(() => undefined)
}

/** Deletes the files of these jobs from memory and storage. */
export async function deleteFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const entry = held.get(id)
    for (const url of [entry?.url, await entry?.smallUrl]) if (url != null) URL.revokeObjectURL(url)
    held.delete(id)
  }
  await delMany([...ids], storage).catch(() => undefined)
}

/** Ids of the jobs whose files are stored. */
export async function keptFiles(): Promise<readonly string[]> {
  return keys<string>(storage).catch(() => [])
}

/** Deletes the stored files of every tab; this page stores no more. */
export async function deleteAllFiles(): Promise<void> {
  forgotten = true
  await clear(storage).catch(() => undefined)
}

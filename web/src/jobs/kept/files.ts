import { clear, createStore, delMany, get, keys, set } from 'idb-keyval'

/*
 * The bytes of files that are not sent yet: at hand while the tab lives, and kept in the browser so that a sign-in, a payment, a
 * reload or a crash does not lose them. Why in IndexedDB: infra/decisions/0034.
 */

type Held = { readonly file: File; url: string | null; sent: boolean }
/** A file where the browser stores no files, as Safari does not in a private window. */
type Packed = { readonly name: string; readonly type: string; readonly bytes: ArrayBuffer }

const held = new Map<string, Held>()
let forgotten = false
const storageKey = 'equerre-files'
const storage = createStore(storageKey, 'files')

/** Has the file of a job at hand for as long as the tab lives. */
export function holdFile(id: string, file: File): void {
  held.set(id, { file, url: null, sent: false })
}

/** Puts the file of a job into the browser's storage. @returns false where the browser refuses, or has no room left */
export async function saveFile(id: string): Promise<boolean> {
  const file = held.get(id)?.file
  if (file === undefined) return true
  if (forgotten) return false
  try {
    await put(id, file)
    // Sent or removed meanwhile: nobody else would ever take it away.
    if (held.get(id)?.sent !== false) await delMany([id], storage)
    return true
  } catch {
    return false
  }
}

/** The browser copies a file by itself; only where it stores none the bytes pass through the page, one file at a time. */
async function put(id: string, file: File): Promise<void> {
  try {
    await set(id, file, storage)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError') throw error
    const packed: Packed = { name: file.name, type: file.type, bytes: await file.arrayBuffer() }
    await set(id, packed, storage)
  }
}

/** The file of a job, from this visit or from an earlier one. */
export async function fileOf(id: string): Promise<File | undefined> {
  const here = held.get(id)?.file
  if (here !== undefined) return here
  const kept = await get<File | Packed>(id, storage).catch(() => undefined)
  if (kept === undefined) return undefined
  const file = kept instanceof File ? kept : new File([kept.bytes], kept.name, { type: kept.type })
  holdFile(id, file)
  return file
}

/** Address of the local picture of a job, to show before the server has one; made when it is first asked for. */
export function localUrl(id: string): string | undefined {
  const entry = held.get(id)
  if (entry === undefined) return undefined
  entry.url ??= URL.createObjectURL(entry.file)
  return entry.url
}

/** Takes files that were sent out of the browser's storage; this tab goes on showing them, instead of fetching what it has. */
export async function releaseFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const entry = held.get(id)
    if (entry !== undefined) entry.sent = true
  }
  await delMany([...ids], storage).catch(() => undefined)
}

/** Forgets the files of these jobs, in the browser too. */
export async function deleteFiles(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const url = held.get(id)?.url
    if (url != null) URL.revokeObjectURL(url)
    held.delete(id)
  }
  await delMany([...ids], storage).catch(() => undefined)
}

/** The jobs whose files the browser keeps. */
export async function keptFiles(): Promise<readonly string[]> {
  return keys<string>(storage).catch(() => [])
}

/** Forgets the kept files of every tab; this page keeps none any more. */
export async function deleteAllFiles(): Promise<void> {
  forgotten = true
  await clear(storage).catch(() => undefined)
}

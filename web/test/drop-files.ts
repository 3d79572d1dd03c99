import { linkSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'

/*
 * Drags like those from a file manager: real files on disk, dragged by the browser itself, which hit-tests the
 * page at every step and fires the events. Scripted events would reach handlers that no user could.
 */

export type DroppedFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array }

/** What is dragged: files and folders on disk, or a piece of text. */
export type Cargo = { readonly paths: readonly string[] } | { readonly text: string }

export type Drag = {
  /** Moves it, into the window if needed, to the middle of the first element matching this selector. */
  readonly over: (target: string) => Promise<void>
  /** Leaves the window; `over` brings it back. */
  readonly leave: () => Promise<void>
  /** Drops it where it is. */
  readonly drop: () => Promise<void>
}

/** Drops `files` at the element matching `target`; whatever covers it at that moment gets the drop. */
export async function dropFiles(page: Page, target: string, files: readonly DroppedFile[]): Promise<void> {
  const drag = await startDrag(page, { paths: layFiles(page, files) })
  await drag.over(target)
  await drag.drop()
}

export async function startDrag(page: Page, cargo: Cargo): Promise<Drag> {
  const session = await page.context().newCDPSession(page)
  const data =
    'paths' in cargo
      ? { items: [], files: [...cargo.paths], dragOperationsMask: copy }
      : { items: [{ mimeType: 'text/plain', data: cargo.text }], dragOperationsMask: copy }
  let at: { x: number; y: number } | null = null
  const send = async (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel') => {
    await session.send('Input.dispatchDragEvent', { type, data, ...(at ?? { x: 0, y: 0 }) })
  }
  return {
    over: async (target) => {
      const entering = at === null
      at = await middleOf(page, target)
      if (entering) await send('dragEnter')
      // Twice, because browsers repeat it: for the first, a newly entered element gets `dragenter` only.
      await send('dragOver')
      await send('dragOver')
    },
    leave: async () => {
      await send('dragCancel')
      at = null
    },
    // The session stays until the page goes: without it, a browser that was put offline believes that it is online.
    drop: () => send('drop'),
  }
}

/** The protocol's bit for copying. */
const copy = 1

async function middleOf(page: Page, target: string): Promise<{ x: number; y: number }> {
  const element = page.locator(target).first()
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) throw new Error(`nothing to drop onto: ${target}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Writes `files` to disk until the browser closes and returns their paths. Names may repeat. */
export function layFiles(page: Page, files: readonly Pick<DroppedFile, 'name' | 'bytes'>[]): string[] {
  const folder = makeFolder(page)
  return files.map(({ name, bytes }, index) => {
    const file = path.join(folder, String(index), name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    return file
  })
}

/** Writes `files`, whose names may contain folders, into a folder called `name` and returns its path. */
export function layFolder(
  page: Page,
  name: string,
  files: readonly Pick<DroppedFile, 'name' | 'bytes'>[],
): string {
  const folder = path.join(makeFolder(page), name)
  mkdirSync(folder)
  for (const { name: inner, bytes } of files) {
    const file = path.join(folder, inner)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  return folder
}

type Padded = {
  readonly bytes: Uint8Array
  readonly names: readonly string[]
  /** Zeros after the picture: they make the file large, and decoders ignore them. */
  readonly paddingBytes: number
}

/** One large picture under many names that share its bytes on disk; the returned function drops them. */
export function preparePadded(page: Page, { bytes, names, paddingBytes }: Padded): () => Promise<void> {
  const folder = makeFolder(page)
  const picture = path.join(folder, 'picture')
  writeFileSync(picture, bytes)
  truncateSync(picture, bytes.length + paddingBytes)
  const paths = names.map((name) => path.join(folder, name))
  for (const file of paths) linkSync(picture, file)
  return async () => {
    const drag = await startDrag(page, { paths })
    await drag.over('[data-drop-zone]')
    await drag.drop()
  }
}

function makeFolder(page: Page): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'equerre-drop-'))
  page.context().once('close', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

import { linkSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'

/*
 * Drags as a file manager makes them: real files on the disk, carried by the browser itself, which hit-tests the page at every
 * step and makes the events. Events that a script makes reach a handler even where no hand ever could.
 */

export type DroppedFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array }

/** What is carried: files and folders of the disk, or a piece of text. */
export type Cargo = { readonly paths: readonly string[] } | { readonly text: string }

export type Drag = {
  /** Carries it into the window or further, onto the middle of the first element with this selector. */
  readonly over: (target: string) => Promise<void>
  /** Out of the window; `over` brings it back. */
  readonly leave: () => Promise<void>
  /** Lets go of it where it is. */
  readonly drop: () => Promise<void>
}

/** Drops `files` onto the element with the `target` selector; what lies over it at that moment is what they fall on. */
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
      // Twice, as a browser goes on telling: of the first, what it comes onto learns only that it was entered.
      await send('dragOver')
      await send('dragOver')
    },
    leave: async () => {
      await send('dragCancel')
      at = null
    },
    drop: async () => {
      await send('drop')
      await session.detach()
    },
  }
}

/** The bit of a copy in the protocol's mask. */
const copy = 1

async function middleOf(page: Page, target: string): Promise<{ x: number; y: number }> {
  const element = page.locator(target).first()
  await element.scrollIntoViewIfNeeded()
  const box = await element.boundingBox()
  if (box === null) throw new Error(`nothing to drop onto: ${target}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Writes `files` onto the disk until the browser is gone; answers the paths. Two may have one name. */
export function layFiles(page: Page, files: readonly Pick<DroppedFile, 'name' | 'bytes'>[]): string[] {
  const folder = makeFolder(page)
  return files.map(({ name, bytes }, index) => {
    const file = path.join(folder, String(index), name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    return file
  })
}

/** Writes `files`, whose names may lead through further folders, into one folder called `name`; answers its path. */
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
  /** Zeros after the picture: they make the file large, and decoders stop before them. */
  readonly paddingBytes: number
}

/** One large picture under many names, all of them the same bytes on the disk; the returned function drops them. */
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

/** Files on the disk, for Node, Deno and Bun. */

import { createWriteStream } from 'node:fs'
import * as fs from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/** The file at `path`, to hand to a call: where it can be, it is read while it is sent, and never held in memory as a whole. */
export async function file(path: string): Promise<File> {
  const blob = 'openAsBlob' in fs ? await fs.openAsBlob(path) : new Blob([await readFile(path)])
  return new File([blob], basename(path))
}

/** Writes a download to `path`: all of it or nothing, so that what is there is whole. */
export async function save(response: Response, path: string): Promise<void> {
  const half = `${path}.part`
  try {
    const body = (response.body ?? new Blob().stream()) as ReadableStream
    await pipeline(Readable.fromWeb(body), createWriteStream(half))
    await rename(half, path)
  } catch (error) {
    await rm(half, { force: true })
    throw error
  }
}

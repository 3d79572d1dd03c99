import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** What a zip holds; `open` is called when it is this file's turn, and leaves it out with null. */
export type ZipEntry = { readonly name: string; readonly open: () => Promise<Readable | null> }

/**
 * A zip as a stream, of which only what is being written is in memory. Pictures and PDFs are packed already, so they are stored. When it is
 * closed, so is the file being written.
 */
export function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const fail = (error: unknown) => void out.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  zip.outputStream.pipe(out)
  write(zip, entries, out).catch(fail)
  return out
}

/** One after the other: none is opened before all of the former has been read. */
async function write(zip: ZipFile, entries: readonly ZipEntry[], out: Readable): Promise<void> {
  for (const { name, open } of entries) {
    if (out.destroyed) return
    const file = await open()
    if (file === null) continue
    const close = () => void file.destroy()
    // It may have been closed meanwhile.
    if (out.destroyed) return close()
    out.once('close', close)
    zip.addReadStream(file, name, { compress: false })
    await finished(file)
    out.off('close', close)
  }
  zip.end()
}

import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** What a zip holds; `open` is called when it is this file's turn. */
export type ZipEntry = { readonly name: string; readonly open: () => Promise<NodeJS.ReadableStream> }

/** A zip as a stream, of which only what is being written is in memory. Pictures and PDFs are packed already, so they are stored. */
export function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  const fail = (error: unknown) => void out.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  for (const { name, open } of entries)
    zip.addReadStreamLazy(name, { compress: false }, (give) => {
      open().then((stream) => give(null, stream.on('error', fail)), fail)
    })
  zip.end()
  zip.outputStream.pipe(out)
  return out
}

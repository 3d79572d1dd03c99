import type { Response } from 'express'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** `open` is not called for whoever asks for the head alone. */
type Sent = {
  readonly type: string
  readonly name?: string
  readonly open: () => Promise<Readable> | Readable
}

/** Sends what is made while it is read, as fast as the client reads it. */
export async function sendStream({ type, name, open }: Sent, response: Response): Promise<void> {
  // Before anything is said about it: where it cannot be had, a refusal is sent instead.
  const stream = response.req.method === 'HEAD' ? null : await open()
  if (name !== undefined) response.attachment(name)
  response.set({ 'Content-Type': type, 'Cache-Control': 'no-store' })
  if (!stream) return void response.end()
  await sendAll(stream, response)
}

/** A reader that leaves early is not our error. */
export async function sendAll(stream: Readable, response: Response): Promise<void> {
  await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

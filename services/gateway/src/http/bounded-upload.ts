import { Problem } from '@equerre/contract/problems'
import type { Request, RequestHandler, Response } from 'express'
import type { Context } from '../context.ts'
import { countBytes, assertByteQuota } from '../flow/count-free-work.ts'
import { openRoom, openUpload } from '../flow/open-upload.ts'
import { turnedAway } from '../flow/turn-away.ts'
import { visitorOf } from './visitor.ts'

/** How long a refused client may take to read the answer while its file is still arriving. */
const lingerMs = 1_000
/** How many of them are read meanwhile, which some clients need to see the answer. Others are cut at once: a flood would fill the memory. */
const drainedMax = 8

/**
 * Reads an upload only while there is a place for it and it arrives fast enough.
 * @param parse reads the body; what it reports after a refusal is ignored
 */
export function boundedUpload(ctx: Context, parse: RequestHandler): RequestHandler {
  const cutAfterAnswer = createCutter()
  return async (request, response, next) => {
    const { principal, standing } = visitorOf(response)
    let answered = false
    let release = () => {}
    const answer = (error?: unknown) => {
      if (answered) return
      answered = true
      // A complete file frees its place, however long its answer takes; a refused one keeps arriving.
      if (error === undefined) release()
      else cutAfterAnswer(request, response)
      next(error)
    }
    const tooSlow = () => answer(turnedAway('slow upload', standing.tier, new Problem('upload_too_slow')))
    // After a hang-up there will be no `close` event to free a place.
    if (request.destroyed) return
    try {
      const releasePlace = openUpload(ctx, principal.id, standing)
      // A complete upload only waits for the storage, and must not be refused as slow.
      const end = () => request.complete || tooSlow()
      const room = openRoom(ctx, standing, end)
      request.room = room
      release = () => {
        releasePlace()
        room.close()
      }
      response.once('close', release)
      await assertByteQuota(ctx, principal.id, standing)
    } catch (error) {
      return answer(error)
    }
    const before = request.socket.bytesRead
    const stopWatching = watchRate(ctx, request, tooSlow)
    response.once('close', () => {
      stopWatching()
      const bytes = request.socket.bytesRead - before
      // Bytes received are counted; whether there is room for more is decided at the next upload.
      countBytes(ctx, principal.id, { standing, bytes }).catch(() => {})
    })
    void parse(request, response, answer)
  }
}

/** Calls `onSlow` when the request is slower than it must be; bytes received but not yet read are our delay. */
function watchRate(ctx: Context, request: Request, onSlow: () => void): () => void {
  const { uploadBytesPerSecondMin, uploadSlowSecondsMax } = ctx.config.limits
  const { socket } = request
  let [seconds, before] = [0, socket.bytesRead]
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) return clearInterval(timer)
    seconds++
    const bytes = socket.bytesRead - before
    const isOurs = request.readableLength > 0
    if (!isOurs && seconds < uploadSlowSecondsMax) return
    if (!isOurs && bytes < uploadBytesPerSecondMin * seconds) onSlow()
    before = socket.bytesRead
    seconds = 0
  }, 1_000)
  return () => clearInterval(timer)
}

/**
 * Ends the connections of refused uploads, or the rest of each file would keep arriving, to be thrown away. Not with
 * `Connection: close`, on which Node hangs up at once: a client still sending would see a broken connection, not the refusal.
 */
function createCutter(): (request: Request, response: Response) => void {
  let drained = 0
  return (request, response) =>
    response.once('finish', () => {
      if (request.complete) return
      if (drained === drainedMax) return void request.destroy()
      drained++
      request.resume()
      setTimeout(() => {
        drained--
        if (!request.complete) request.destroy()
      }, lingerMs).unref()
    })
}

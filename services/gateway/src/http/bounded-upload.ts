import { Problem } from '@equerre/contract/problems'
import type { Request, RequestHandler, Response } from 'express'
import type { Context } from '../context.ts'
import { countBytes, assertByteQuota } from '../flow/free-quota.ts'
import { openRoom, openUpload } from '../flow/open-upload.ts'
import { turnedAway } from '../flow/turn-away.ts'
import { visitorOf } from './visitor.ts'

/** How long a client that was refused may take to read why, while its file still arrives. */
const lingerMs = 1_000

/**
 * Reads an upload only while there is a place for it, and as long as it comes fast enough.
 * @param parse reads the body; what it has to say after a refusal is not heard
 */
export function boundedUpload(ctx: Context, parse: RequestHandler): RequestHandler {
  return async (request, response, next) => {
    const { principal, standing } = visitorOf(response)
    let answered = false
    let release = () => {}
    const answer = (error?: unknown) => {
      if (answered) return
      answered = true
      // A file that is there needs no place any more, however long its answer takes; a refused one goes on arriving.
      if (error === undefined) release()
      else cutAfterAnswer(request, response)
      next(error)
    }
    const tooSlow = () => answer(turnedAway('slow upload', standing.tier, new Problem('upload_too_slow')))
    // Whoever has hung up meanwhile closes no more.
    if (request.destroyed) return
    try {
      const releasePlace = openUpload(ctx, principal.id, standing)
      // What is all here already brings no more, and waits for nobody but the storage.
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
      // What has come is counted; whether there is room for more, the next upload hears.
      countBytes(ctx, principal.id, { standing, bytes }).catch(() => {})
    })
    void parse(request, response, answer)
  }
}

/** Calls `onSlow` when the request brings less than it must; what has come and is not read yet waits for us. */
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
 * Ends the connection of a refused upload: else the rest of the file would go on arriving, to be thrown away. Not with
 * `Connection: close`, at which Node hangs up at once: whoever still sends would hear of a broken line instead of the refusal.
 */
function cutAfterAnswer(request: Request, response: Response): void {
  const cut = () => request.complete || request.destroy()
  response.once('finish', () => {
    request.resume()
    setTimeout(cut, lingerMs).unref()
  })
}

import type { Request } from 'express'
import type { Writable } from 'node:stream'

/** Gives a body to its parser no faster than there is room for it: what waits stays in the request, which then reads no further. */
export function feedAsRoomAllows(request: Request, parser: Writable): void {
  const parse = parser._write.bind(parser)
  // Inside of the parser, so that whoever takes the request away from it can still empty it.
  parser._write = (chunk: Buffer, encoding, done) => {
    const go = () => (parser.destroyed ? done() : parse(chunk, encoding, done))
    void (request.room?.take(chunk.length) ?? Promise.resolve()).then(go)
  }
  request.pipe(parser)
}

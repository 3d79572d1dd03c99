import type { Request } from 'express'
import type { Writable } from 'node:stream'

/** Feeds a body to its parser only as fast as there is room; what waits stays in the request, which then reads no further. */
export function feedAsRoomAllows(request: Request, parser: Writable): void {
  const parse = parser._write.bind(parser)
  // Inside the parser, so that whoever unpipes the request can still drain it.
  parser._write = (chunk: Buffer, encoding, done) => {
    const go = () => (parser.destroyed ? done() : parse(chunk, encoding, done))
    void (request.room?.take(chunk.length) ?? Promise.resolve()).then(go)
  }
  request.pipe(parser)
}

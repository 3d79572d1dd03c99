import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { frameBegin, readFrames, wholeBody } from './frames.ts'

const bodyBytesMax = 10_000_000
const large = randomBytes(3_500_000)

/** A stream that arrives in chunks of `size` bytes. */
function arriving(pieceBytes: number, ...frames: readonly (readonly [head: unknown, body: Buffer])[]) {
  const pipe = new PassThrough()
  const all = Buffer.concat(frames.flatMap(([head, body]) => [frameBegin(head, body.length), body]))
  for (let at = 0; at < all.length; at += pieceBytes) pipe.write(all.subarray(at, at + pieceBytes))
  return pipe.end()
}

it.each([1_000, 65_536, 20_000_000])('reads frames that come in pieces of %i bytes', async (pieceBytes) => {
  const small = Buffer.from('abc')
  const { next } = readFrames(arriving(pieceBytes, ['a', large], ['b', small]), bodyBytesMax)
  const first = (await next())!
  expect([first.head, first.bodyBytes]).toEqual(['a', large.length])
  expect((await wholeBody(first)).equals(large)).toBe(true)
  const second = (await next())!
  expect([second.head, await wholeBody(second)]).toEqual(['b', small])
  expect(await next()).toBeNull()
})

it('skips what nobody read of a body', async () => {
  const { next } = readFrames(arriving(65_536, ['a', large], ['b', large]), bodyBytesMax)
  for await (const _part of (await next())!.body) break
  expect((await next())!.head).toBe('b')
  expect(await next()).toBeNull()
})

it('keeps its place while somebody still reads a body that nobody wants any more', async () => {
  const pipe = new PassThrough()
  const [head, rest] = [frameBegin('a', large.length), Buffer.concat([large, frameBegin('b', 0)])]
  pipe.write(head)
  const { next } = readFrames(pipe, bodyBytesMax)
  const { body } = (await next())!
  const read = (async () => {
    for await (const _part of body);
  })()
  const second = next()
  for (let at = 0; at < rest.length; at += 65_536) {
    pipe.write(rest.subarray(at, at + 65_536))
    await setImmediate()
  }
  pipe.end()
  expect((await second)!.head).toBe('b')
  await read
  expect(await next()).toBeNull()
})

it('notices that the pipe ended within a body', async () => {
  const pipe = new PassThrough()
  pipe.write(frameBegin('a', 5))
  pipe.end('abc')
  const { next } = readFrames(pipe, bodyBytesMax)
  await expect(wholeBody((await next())!)).rejects.toThrow('within a frame')
})

import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { failingWhenSlow } from './body.ts'
import { StorageError } from './error.ts'

const pace = { ms: 200, bytesPerSecondMin: 1_000 }

it('passes on what arrives fast enough', async () => {
  const source = new PassThrough()
  const read = failingWhenSlow(source, pace).toArray()
  for (const part of ['ab', 'cd']) source.write(part)
  source.end()
  expect(Buffer.concat(await read).toString()).toBe('abcd')
})

it('fails when bytes trickle, although the source is never silent', async () => {
  const source = new PassThrough()
  const trickle = setInterval(() => source.write('x'), 20)
  await expect(failingWhenSlow(source, pace).toArray()).rejects.toThrow(StorageError)
  expect(source.destroyed).toBe(true)
  clearInterval(trickle)
})

it('blames the storage for a source that breaks off', async () => {
  const source = new PassThrough()
  const read = failingWhenSlow(source, pace).toArray()
  source.write('ab')
  source.destroy(new Error('aborted'))
  await expect(read).rejects.toThrow(StorageError)
})

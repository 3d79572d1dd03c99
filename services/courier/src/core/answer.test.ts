import { expect, it } from 'vitest'
import { readRetryAfter, readText } from './answer.ts'

it.each([
  [undefined, null],
  ['120', 120],
  ['Mon, 23 Nov 2026 12:01:00 GMT', null],
  ['soon', null],
  ['-', null],
])('reads Retry-After: %s as %s', (header, seconds) => expect(readRetryAfter(header)).toBe(seconds))

it('reads what was cut within a letter, and what is no text', () => {
  expect(readText(Buffer.from('déjà').subarray(0, 5))).toBe('déj')
  expect(readText(Buffer.from([0x41, 0, 0x42]))).toBe('AB')
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCursor, writeCursor } from './cursor.ts'

describe('the cursor of a list', () => {
  it('reads back what was written', () => {
    fc.assert(
      fc.property(fc.nat(), fc.uuid(), (createdAtMs, id) => {
        expect(readCursor(writeCursor({ createdAtMs, id }))).toEqual({ createdAtMs, id })
      }),
    )
  })

  it.each([
    '',
    '1',
    '1_2',
    'x_00000000-0000-4000-8000-000000000000',
    '9999999999999999_00000000-0000-4000-8000-000000000000',
    '1_------------------------------------',
    "1_' or true --0000000000000000000000000",
  ])('refuses %s', (text) => {
    expect(() => readCursor(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})

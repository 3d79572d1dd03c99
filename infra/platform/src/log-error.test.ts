import { expect, it } from 'vitest'
import { describeError, scrub } from './log-error.ts'

it.each([
  ['connect ECONNREFUSED redis://:hunter2@10.0.0.1:6379', 'connect ECONNREFUSED redis://…@10.0.0.1:6379'],
  ['GET https://store/a.jpg?X-Amz-Signature=abc failed', 'GET https://store/a.jpg?… failed'],
  ['refused: Bearer abc.def-ghi', 'refused: Bearer …'],
  ['no such key eq_live_0123456789abcdefghijklmnop', 'no such key …'],
  [
    'step 0b9f1c3e-7a54-4a1e-9f0b-1c2d3e4f5a6b failed after 3 attempts',
    'step 0b9f1c3e-7a54-4a1e-9f0b-1c2d3e4f5a6b failed after 3 attempts',
  ],
  ['is this right?', 'is this right?'],
])('%s is logged as %s', (text, logged) => {
  expect(scrub(text)).toBe(logged)
})

it('keeps the name, the code and the location of an error, and no other field', () => {
  const error = Object.assign(new Error('ouch'), {
    code: 'E1',
    command: { args: ['secret'] },
    detail: 'Key (email)',
  })
  const { stack, ...facts } = describeError(error)
  expect(facts).toEqual({ type: 'Error', message: 'ouch', code: 'E1' })
  expect(stack).toMatch(/^\s+at .*log-error\.test\.ts/)
})

it('stops, however deep the causes go', () => {
  const circular: Error & { cause?: unknown } = new Error('again')
  circular.cause = circular
  expect(JSON.stringify(describeError(circular)).match(/again/g)).toHaveLength(5)
})

it('reports only the type of what is not an error', () => {
  expect(describeError({ password: 'hunter2' })).toEqual({
    type: 'object',
    message: 'something that is no error was thrown',
  })
})

import { expect, test } from 'vitest'
import { maskKey } from './key.ts'

test('a hidden key shows only its kind and its last four characters', () => {
  const body = 'A'.repeat(45)
  expect(maskKey(`eq_live_${body}8f2a`)).toBe(`eq_live_${'•'.repeat(12)}8f2a`)
  expect(maskKey(`eq_test_${body}8f2a`)).toBe(`eq_test_${'•'.repeat(12)}8f2a`)
})

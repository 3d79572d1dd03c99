import { expect, it } from 'vitest'
import { z } from 'zod'
import { decimal } from './decimal.ts'

const field = decimal(z.int().min(1).max(1_000_000))

it.each([
  ['5', 5],
  ['1000000', 1_000_000],
  [5, 5],
])('reads %j', (value, number) => {
  expect(field.parse(value)).toBe(number)
})

it.each([
  '0x5',
  '0b1',
  '5e0',
  '1e2',
  ' 5',
  '5 ',
  '+5',
  '-5',
  '5.0',
  '5.',
  '05',
  '',
  '٥',
  '5,0',
  'NaN',
  '1000001',
  ['5'],
  null,
  true,
])('refuses %j', (value) => {
  expect(field.safeParse(value).success).toBe(false)
})

import { expect, it } from 'vitest'
import { z } from 'zod'
import { assemble } from './assemblies.ts'
import { createBatch } from './batches.ts'
import { boundedArray } from './bounded-array.ts'
import { withInput } from './endpoint.ts'

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)

it.each([
  ['a batch', createBatch.body, 'items'],
  ['an assembly', assemble.body, 'pages'],
])('a million elements of %s are refused for their number alone', (_, body, name) => {
  const { error } = body.safeParse({ [name]: zeros(1_000_000) }, withInput)
  expect(error?.issues).toMatchObject([{ code: 'too_big', path: [name], input: 1_000_000 }])
})

it('what may be long enough is checked as an array is', () => {
  const list = boundedArray(z.array(z.int()).min(1), 2)
  const accepts = (value: unknown) => list.safeParse(value).success
  expect([[1], [1, 2], [], [1, 2, 3], ['a'], 'a', undefined].map(accepts)).toEqual([
    true,
    true,
    ...zeros(5).map(() => false),
  ])
})

import type { WorkQuad } from '@equerre/geometry/spaces'
import { expect, it } from 'vitest'
import { isPartOfAnother } from './nesting.ts'

const box = (...[left, top, right, bottom]: [number, number, number, number]) => ({
  quad: [[left, top], [right, top], [right, bottom], [left, bottom]] satisfies WorkQuad, // prettier-ignore
  wholeFrame: false,
  supportMin: 1,
})
const page = box(100, 100, 300, 400)

it('sees that the area below a header is a part of the page', () => {
  expect(isPartOfAnother(box(100, 160, 300, 400), [page])).toBe(true)
  expect(isPartOfAnother(page, [box(100, 160, 300, 400), page])).toBe(false)
})

it('does not take a page for a part of the mat below it, nor of a blurred guess', () => {
  expect(isPartOfAnother(page, [box(20, 20, 500, 600)])).toBe(false)
  expect(isPartOfAnother(page, [{ ...box(100, 50, 300, 400), supportMin: 0.2 }])).toBe(false)
})

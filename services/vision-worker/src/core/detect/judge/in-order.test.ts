import { expect, it } from 'vitest'
import { inOrder } from './in-order.ts'

const candidate = (name: string, score: number, more: { wholeFrame?: boolean; sighted?: boolean } = {}) => ({
  name,
  score,
  wholeFrame: false,
  sighted: false,
  ...more,
})
const namesOf = (candidates: readonly ReturnType<typeof candidate>[]) =>
  inOrder(candidates).map(({ name }) => name)

it('prefers what the network sees among zones of nearly one score', () => {
  const lines = candidate('lines', 1.2)
  expect(namesOf([lines, candidate('seen', 0.5, { sighted: true })])).toEqual(['seen', 'lines'])
  expect(namesOf([lines, candidate('seen', -0.5, { sighted: true })])).toEqual(['lines', 'seen'])
})

it('leaves it to the scores alone whether the whole frame is the page', () => {
  const frame = candidate('frame', 1, { wholeFrame: true })
  const seen = candidate('seen', 0.6, { sighted: true })
  expect(namesOf([seen, frame])).toEqual(['frame', 'seen'])
  expect(namesOf([frame, seen, candidate('lines', 1.1)])).toEqual(['seen', 'lines', 'frame'])
})

it('has no order for nothing', () => {
  expect(inOrder([])).toEqual([])
})

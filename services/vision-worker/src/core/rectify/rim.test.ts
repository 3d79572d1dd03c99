import { expect, it } from 'vitest'
import { coverRim } from './rim.ts'

/** Every pixel has its own colour: column, row and a third value. */
function marked(width: number, height: number) {
  const data = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const [column, row] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width)]
    return [column % 251, row % 251, (column + row) % 241][i % 3]!
  })
  return { width, height, data }
}

it('covers the outer three thousandths with what lies just inside, and leaves the rest', () => {
  const [width, height] = [700, 1000]
  const page = marked(width, height)
  const before = marked(width, height)
  coverRim(page)
  const colour = ({ data }: typeof page, x: number, y: number) => [
    ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
  ]
  for (const y of [0, 2, 3, 500, 996, 997, 999]) {
    for (const x of [0, 1, 2, 350, 697, 698, 699]) {
      const inside = [Math.min(697, Math.max(2, x)), Math.min(996, Math.max(3, y))] as const
      expect(colour(page, x, y), `${x}, ${y}`).toEqual(colour(before, ...inside))
    }
  }
})

it('leaves a page alone that is too small for such a border', () => {
  const page = marked(160, 120)
  coverRim(page)
  expect(page.data).toEqual(marked(160, 120).data)
})

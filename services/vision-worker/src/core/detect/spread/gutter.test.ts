import { photographSingle, photographSpread } from '@equerre/testkit/pictures/spreads'
import type { BentPhoto } from '@equerre/testkit/pictures/bent-paper'
import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import { describe, expect, it } from 'vitest'
import { warp } from '../../rectify/warp.ts'
import { cornersOf, lookAt } from '../../flatten/look.ts'
import { gutterOn, isGutter, type Witnesses } from './gutter.ts'

const frame = { width: 1000, height: 750 }

function gutterIn(shot: BentPhoto) {
  const look = lookAt(shot.photo, { quad: shot.corners, size: { width: 1.4, height: 1 } }, warp)
  const gutter = gutterOn(look)
  const toLook = homographyBetween(shot.corners, cornersOf(look.page))
  return { gutter, toLook, width: look.page.width }
}

describe('what is a gutter', () => {
  const book: Witnesses = {
    depth: 0.1,
    share: 1,
    reaches: true,
    widening: 2,
    cusp: 0.3,
    crossed: 0,
    levelness: 4,
  }
  it.each([
    ['a book', {}, true],
    ['a book on a table of its own colour, whose edges nobody sees', { cusp: 0 }, true],
    ['a leaflet, into whose fold little light falls', { widening: 1.4 }, true],
    ['a leaflet like a table, whose edges nobody sees', { widening: 1.4, cusp: 0 }, false],
    ['a rule along which the sheet was folded', { widening: 1 }, false],
    ['a picture across both pages', { crossed: 0.2 }, false],
    ['a postcard’s rule, which ends before the edges', { reaches: false }, false],
    ['a stain', { share: 0.5 }, false],
    ['a crease that hardly shows', { depth: 0.005 }, false],
    ['a portrait page on its side', { levelness: 0.1 }, false],
  ] as const)('%s', (_, witness, isOne) => {
    expect(isGutter({ ...book, ...witness })).toBe(isOne)
  })
})

describe('a photograph', () => {
  it.each(['book', 'valley'] as const)('shows where a %s is bound', (binding) => {
    const shot = photographSpread({ seed: 7, ...frame, binding, across: 'facing' })
    const { gutter, toLook, width } = gutterIn(shot)
    for (const [i, end] of shot.gutter.entries()) {
      const [x, y] = homographyApply(toLook, end)
      expect(Math.abs(gutter![i]![0] - x) / width).toBeLessThan(0.01)
      expect(Math.abs(gutter![i]![1] - y) / width).toBeLessThan(0.02)
    }
  })

  it.each(['band', 'heading'] as const)('of what crosses a gutter is not cut: %s', (across) => {
    const shot = photographSpread({ seed: 7, ...frame, binding: 'book', across })
    expect(gutterIn(shot).gutter).toBeNull()
  })

  it.each([
    ['two-columns', 'shadow'],
    ['text', 'crease'],
    ['central-rule', 'wave'],
  ] as const)('of one sheet stays whole: %s, %s', (kind, lies) => {
    expect(gutterIn(photographSingle({ seed: 7, ...frame, kind, lies })).gutter).toBeNull()
  })
})

import { lineAt } from '@equerre/testkit/points'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { meanAnswer, mirrorAnswer, mirrorPlanes } from './mirrors.ts'

const planes = Float32Array.of(1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60)
const size = { width: 3, height: 2 }

it('mirrors each plane separately', () => {
  expect([...mirrorPlanes(planes, size, { across: true, down: false })]).toEqual([
    3, 2, 1, 6, 5, 4, 30, 20, 10, 60, 50, 40,
  ])
  expect([...mirrorPlanes(planes, size, { across: false, down: true })]).toEqual([
    4, 5, 6, 1, 2, 3, 40, 50, 60, 10, 20, 30,
  ])
})

it('mirrored twice restores the planes', () => {
  const mirroring = fc.record({ across: fc.boolean(), down: fc.boolean() })
  fc.assert(
    fc.property(mirroring, (by) => {
      expect(mirrorPlanes(mirrorPlanes(planes, size, by), size, by)).toEqual(planes)
    }),
  )
})

it('averages two answers to a picture', () => {
  const one = {
    present: 1,
    fullFrame: 0,
    several: 0.5,
    maps: {
      columns: 2,
      rows: 1,
      corner: Float32Array.of(1, 0),
      inside: Float32Array.of(1, 1),
      side: Float32Array.of(0, 0),
    },
  }
  const two = mirrorAnswer({ ...one, present: 0 }, { across: true, down: false })
  const { present, several, maps } = meanAnswer([one, two])
  expect({ present, several }).toEqual({ present: 0.5, several: 0.5 })
  expect([[...maps.corner], [...maps.inside]]).toEqual(lineAt('0.5,0.5 1,1'))
})

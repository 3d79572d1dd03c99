import type { Corners } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { quadToRelative } from '@equerre/geometry/spaces'
import { createRandom } from '@equerre/testkit/pictures/random'
import { shootPage, type Circumstances } from '@equerre/testkit/poses'
import { expect, it } from 'vitest'
import { withShapeDoubt } from './shape-doubt.ts'

/** A certain detection of a strip in that pose, and of a small sheet that faces the camera. */
function detected(tiltDegrees: number, seen: Circumstances = {}) {
  const stance = { tiltDegrees, about: 'axis', ratio: 0.5 } as const
  const { quad, frame, focal } = shootPage(stance, createRandom(3), seen)
  const certain = { confidence: 0.97, status: 'OK' } as const
  const tilted = { ...certain, corners: quadToRelative(quad, frame) as unknown as Corners }
  const facing: Corners = [
    [0.02, 0.02],
    [0.12, 0.02],
    [0.12, 0.1],
    [0.02, 0.1],
  ]
  const documents = [{ ...certain, corners: facing }, tilted]
  const answer: DetectResult = { ...tilted, reasons: [], alternatives: [], documents }
  return { answer, page: { ...frame, kind: 'photo' } as const, focal }
}

it('leaves a steeply tilted page on part of a photograph to a person, and no other on it', () => {
  const { answer, page } = detected(55, { pageSize: 0.4, cut: { from: [0.1, 0.1], to: [0.8, 0.85] } })
  const doubted = withShapeDoubt(answer, page)
  expect(doubted).toMatchObject({ status: 'REVIEW_REQUIRED', shapeUncertain: true, confidence: 0.97 })
  expect(doubted.documents.map(({ status }) => status)).toEqual(['OK', 'REVIEW_REQUIRED'])
  expect(doubted.corners).toEqual(answer.corners)
})

it('changes nothing where the proportions are known', () => {
  for (const tilt of [0, 15, 30]) {
    const { answer, page, focal } = detected(tilt)
    expect(withShapeDoubt(answer, page)).toEqual(answer)
    expect(withShapeDoubt(answer, { ...page, focal })).toEqual(answer)
  }
})

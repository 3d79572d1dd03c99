import { frameQuad } from '@equerre/geometry/quad'
import type { WorkQuad } from '@equerre/geometry/spaces'
import { photographDocument } from '@equerre/testkit/pictures'
import { expect, it } from 'vitest'
import { openCodec } from '../../../adapters/codec.ts'
import { loadOperators } from '../../../adapters/operators.ts'
import { createScene } from '../scene.ts'
import { measureAll } from './features.ts'

it('measures in numbers, also a zone of which no side is within the frame', async () => {
  const { jpeg } = await photographDocument({ seed: 4, width: 640, height: 480, coverage: 0.4 })
  const image = await openCodec({ pixelsMax: 1_000_000 }).decodeSmall(jpeg, 640)
  const operators = await loadOperators()
  const frame = frameQuad(image) as WorkQuad
  const beyond = frame.map(([x, y]) => [x * 1.1 - 0.05 * image.width, y * 1.1 - 0.05 * image.height])
  const zone = { sources: ['lines'], wholeFrame: false }
  const measured = measureAll(createScene(image, { operators, debug: null }), [
    { ...zone, quad: beyond as unknown as WorkQuad },
    { ...zone, quad: frame },
  ])
  for (const features of measured) expect(Object.values(features).every(Number.isFinite)).toBe(true)
})

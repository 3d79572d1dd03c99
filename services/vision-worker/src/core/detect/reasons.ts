import type { Reason } from '@equerre/contract/detourage'
import type { PreviewQuad, WorkQuad } from '@equerre/geometry/spaces'
import { fillZone } from '../draw.ts'
import type { GrayImage } from '../pixels.ts'
import type { Judged } from './rank.ts'
import type { Scene } from './sources.ts'

/** Contrast features are relative to a step of 60 levels; text on paper steps by well over 100. */
const contrastMin = 0.2
/** Share of burnt-out pixels on paper that is otherwise not white. */
const glareShareMin = 0.01
/** The sharpest lightness step of a page in focus exceeds this many levels between neighbouring pixels. */
const sharpStepMin = 24
/** Mean lightness step between neighbours outside the page, above which the table is crowded. */
const busyStepMin = 9

/** What a person should know about a found zone; the ranking has already used it in its own way. */
export function lookAt(scene: Scene, { quad, features }: Judged): Reason[] {
  const inside = fillZone(scene.gray, quad as unknown as PreviewQuad)
  const seen: [Reason, boolean][] = [
    ['corner_outside', isCutOff(scene, quad)],
    ['low_contrast', features.contrastMin < contrastMin],
    ['blurred', sharpestStep(scene.gray, inside) < sharpStepMin],
    ['glare', glareShare(scene.gray, inside) > glareShareMin],
    ['busy_background', meanStepOutside(scene.gray, inside) > busyStepMin],
  ]
  return seen.filter(([, holds]) => holds).map(([reason]) => reason)
}

function isCutOff({ image }: Scene, quad: WorkQuad): boolean {
  const slack = Math.max(image.width, image.height) / 400
  return quad.some(
    ([x, y]) => x < -slack || y < -slack || x > image.width + slack || y > image.height + slack,
  )
}

/** The step that one pixel in five hundred of the zone exceeds. */
function sharpestStep(gray: GrayImage, inside: GrayImage): number {
  const counts = new Uint32Array(256)
  let total = 0
  forEachStep(gray, (step, at) => {
    if (inside.data[at] === 0) return
    counts[step]!++
    total++
  })
  let above = 0
  for (let step = 255; step > 0; step--) {
    above += counts[step]!
    if (above * 500 >= total) return step
  }
  return 0
}

/** Burnt-out share of the zone; 0 when white paper explains it. */
function glareShare({ data }: GrayImage, inside: GrayImage): number {
  let total = 0
  let burnt = 0
  let light = 0
  data.forEach((value, at) => {
    if (inside.data[at] === 0) return
    total++
    light += value
    if (value >= 253) burnt++
  })
  return total === 0 || light / total > 200 ? 0 : burnt / total
}

function meanStepOutside(gray: GrayImage, inside: GrayImage): number {
  let total = 0
  let sum = 0
  forEachStep(gray, (step, at) => {
    if (inside.data[at] !== 0) return
    total++
    sum += step
  })
  return total === 0 ? 0 : sum / total
}

function forEachStep({ width, height, data }: GrayImage, visit: (step: number, at: number) => void): void {
  for (let at = 0; at < width * (height - 1) - 1; at++) {
    visit(Math.max(Math.abs(data[at]! - data[at + 1]!), Math.abs(data[at]! - data[at + width]!)), at)
  }
}

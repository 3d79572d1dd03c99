import { frameQuad, type Quad } from '@equerre/geometry/quad'
import { expect, it } from 'vitest'
import { cameraAbove } from './camera.ts'

/** A pinhole camera at a place above the plane z = 0, looking at a point of it. */
function seenFrom(place: readonly number[], target: readonly number[], focalPx: number) {
  const ahead = unit(target.map((value, i) => value - place[i]!))
  const right = unit(cross([0, 1, 0], ahead).map((value) => -value))
  const down = cross(ahead, right)
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + value * b[i]!, 0)
  return ([x, y]: readonly [number, number]) => {
    const ray = [x - place[0]!, y - place[1]!, -place[2]!]
    const depth = dot(ray, ahead)
    return [500 + (focalPx * dot(ray, right)) / depth, 400 + (focalPx * dot(ray, down)) / depth] as const
  }
}

function unit(vector: readonly number[]): number[] {
  return vector.map((value) => value / Math.hypot(...vector))
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [0, 1, 2].map((i) => a[(i + 1) % 3]! * b[(i + 2) % 3]! - a[(i + 2) % 3]! * b[(i + 1) % 3]!)
}

it.each([
  [0.3, 0.4, 1.2],
  [0.9, -0.2, 0.8],
  [-0.4, 0.9, 2],
])('finds the camera at %f, %f, %f', (...place) => {
  const rectangle = frameQuad({ width: 0.6, height: 0.8 })
  const see = seenFrom(place, [0.3, 0.4, 0], 900)
  const quad = rectangle.map((corner) => see(corner as readonly [number, number])) as unknown as Quad
  const found = cameraAbove(rectangle, quad, { focalPx: 900, centre: [500, 400] })
  for (const [i, value] of place.entries()) expect(found[i]).toBeCloseTo(value, 6)
})

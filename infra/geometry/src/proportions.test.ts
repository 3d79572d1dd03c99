import { quadAt } from '@equerre/testkit/points'
import { createRandom, type Random } from '@equerre/testkit/pictures/random'
import { normal, shootPage, shotFrame, type Circumstances, type Stance } from '@equerre/testkit/poses'
import { anyConvexQuad } from '@equerre/testkit/convex-quads'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cameraOf, measureProportions, type Proportions } from './proportions.ts'
import type { Quad } from './quad.ts'

const a4 = 210 / 297
type Figures = Pick<Proportions, 'ratio' | 'logSd'>

/**
 * Errors of the ratio: as natural logarithms, and in units of the standard deviation that the measurement
 * itself states.
 */
function errorsOf(stance: Omit<Stance, 'ratio'>, withExif: boolean) {
  const random = createRandom(31)
  return Array.from({ length: 150 }, () => {
    const { quad, focal } = shootPage({ ...stance, ratio: a4 }, random)
    // Cameras round to millimetres.
    const exif = withExif ? focal * Math.exp(0.02 * normal(random)) : undefined
    const measured = measureProportions(quad, cameraOf(shotFrame, exif))
    const error = Math.log(measured.ratio / a4)
    return { error: Math.abs(error), deviations: Math.abs(error) / measured.logSd }
  })
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

describe('proportions of a page before a camera', () => {
  it.each([
    [10, 'axis', 0.005, 0.005],
    [20, 'axis', 0.008, 0.005],
    [30, 'axis', 0.015, 0.007],
    [40, 'axis', 0.027, 0.011],
    [30, 'free', 0.009, 0.006],
    [40, 'free', 0.011, 0.007],
  ] as const)('tilted by %i° (%s): half are off by less than %f, with EXIF %f', (...row) => {
    const [tiltDegrees, about, without, withExif] = row
    expect(middle(errorsOf({ tiltDegrees, about }, false).map(({ error }) => error))).toBeLessThan(without)
    expect(middle(errorsOf({ tiltDegrees, about }, true).map(({ error }) => error))).toBeLessThan(withExif)
  })

  it('states its uncertainty, and is rarely off by more than twice that', () => {
    const all = [10, 20, 30, 40].flatMap((tiltDegrees) => [
      ...errorsOf({ tiltDegrees, about: 'axis' }, false),
      ...errorsOf({ tiltDegrees, about: 'free' }, true),
    ])
    expect(all.filter(({ deviations }) => deviations > 2).length / all.length).toBeLessThan(0.05)
    // Nor is the stated uncertainty so large that it is useless, even for corners better than it assumes.
    expect(middle(all.map(({ deviations }) => deviations))).toBeGreaterThan(0.1)
  })
})

/** Poses as a person photographs, corners as a detector finds them. */
function anyShot(random: Random, seen: Circumstances = {}) {
  const ratio = Math.exp(random.between(Math.log(0.3), Math.log(3)))
  const stance = { tiltDegrees: random.between(0, 55), about: random.pick(['axis', 'free'] as const), ratio }
  const offset = [random.between(-0.1, 0.1), random.between(-0.1, 0.1)] as const
  const noise = random.between(0.001, 0.004)
  return {
    ratio,
    ...shootPage(stance, random, { pageSize: random.between(0.3, 0.6), offset, noise, ...seen }),
  }
}

describe('the stated uncertainty', () => {
  const pictures: Readonly<Record<string, (random: Random) => Circumstances>> = {
    'from a phone': () => ({}),
    'cut out of a larger photograph': (random) => {
      const from = [random.between(0, 0.3), random.between(0, 0.3)] as const
      return { cut: { from, to: [from[0] + 0.65, from[1] + random.between(0.6, 0.7)] } }
    },
    'of a curled page': (random) => ({ rise: random.between(0.02, 0.05) }),
    'slightly stretched': (random) => ({ stretch: random.between(0.97, 1.03) }),
  }
  it.each(Object.entries(pictures))('holds for a picture %s', (_, seen) => {
    const random = createRandom(77)
    const deviations = Array.from({ length: 200 }, () => {
      const { quad, frame, ratio } = anyShot(random, seen(random))
      const measured = measureProportions(quad, cameraOf(frame))
      return Math.abs(Math.log(measured.ratio / ratio)) / measured.logSd
    })
    const within = (limit: number) => deviations.filter((each) => each <= limit).length / deviations.length
    expect(within(1)).toBeGreaterThan(0.68)
    expect(within(2)).toBeGreaterThan(0.93)
    expect(within(3)).toBeGreaterThan(0.98)
  })

  it('grows where the picture cannot tell: a small steep page on part of a photograph', () => {
    const random = createRandom(8)
    const cut = { from: [0.2, 0.2], to: [0.8, 0.85] } as const
    const { quad, frame } = shootPage({ tiltDegrees: 55, about: 'axis', ratio: 1.42 }, random, {
      pageSize: 0.3,
      cut,
    })
    expect(measureProportions(quad, cameraOf(frame)).logSd).toBeGreaterThan(0.12)
  })
})

it('does not state a weakly tilted card, seen from afar, as something else with confidence', () => {
  const random = createRandom(12)
  const id1 = 85.6 / 53.98
  const errors = Array.from({ length: 200 }, () => {
    const stance = { tiltDegrees: random.between(5, 30), about: 'free', ratio: id1 } as const
    const seen = { focal: random.between(0.7, 2.6), pageSize: random.between(0.05, 0.12), noise: 0.001 }
    const { quad, frame } = shootPage(stance, random, seen)
    const { ratio, logSd } = measureProportions(quad, cameraOf(frame))
    return Math.abs(Math.log(ratio / id1)) / logSd
  })
  expect(errors.filter((each) => each > 3).length).toBeLessThan(4)
  expect(Math.max(...errors)).toBeLessThan(5)
})

describe('laws', () => {
  const camera = cameraOf(shotFrame)
  const anyFocal = fc.double({ min: 0.3, max: 3, noNaN: true })
  const similar = (a: Figures, b: Figures) => {
    expect(Math.log(a.ratio / b.ratio)).toBeCloseTo(0, 4)
    expect(a.logSd / b.logSd).toBeCloseTo(1, 2)
  }

  it('a rectangle facing the camera has the ratio of its sides, whatever the camera', () => {
    const side = fc.double({ min: 50, max: 2000, noNaN: true })
    fc.assert(
      fc.property(
        fc.tuple(side, side),
        fc.double({ min: 0, max: 6, noNaN: true }),
        anyFocal,
        ([w, h], turn, focal) => {
          const corner = (u: number, v: number) => {
            const [x, y] = [(u * w) / 2, (v * h) / 2]
            const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
            return [1400 + x * cos - y * sin, 2100 + x * sin + y * cos] as const
          }
          const quad: Quad = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
          expect(measureProportions(quad, cameraOf(shotFrame, focal)).ratio).toBeCloseTo(w / h, 6)
        },
      ),
    )
  })

  it('a quarter turn of the page inverts the ratio and leaves its uncertainty', () => {
    fc.assert(
      fc.property(anyConvexQuad, ([a, b, c, d]) => {
        const { ratio, logSd } = measureProportions([b, c, d, a], camera)
        similar(measureProportions([a, b, c, d], camera), { ratio: 1 / ratio, logSd })
      }),
    )
  })

  it('the size of the picture makes no difference', () => {
    fc.assert(
      fc.property(anyConvexQuad, fc.double({ min: 0.1, max: 3, noNaN: true }), (quad, scale) => {
        const smaller = quad.map(([x, y]) => [x * scale, y * scale]) as unknown as Quad
        const frame = { width: shotFrame.width * scale, height: shotFrame.height * scale }
        similar(measureProportions(smaller, cameraOf(frame)), measureProportions(quad, camera))
      }),
    )
  })

  it('knowing the camera never makes the ratio less certain', () => {
    const random = createRandom(5)
    for (let i = 0; i < 100; i++) {
      const stance = { tiltDegrees: random.between(0, 45), about: random.pick(['axis', 'free']), ratio: a4 }
      const { quad, focal } = shootPage(stance as Stance, random)
      const known = measureProportions(quad, cameraOf(shotFrame, focal)).logSd
      expect(known).toBeLessThan(measureProportions(quad, camera).logSd * 1.3)
    }
  })
})

it('knows less about a cropped picture: neither its centre nor its focal length', () => {
  const { quad } = shootPage({ tiltDegrees: 30, about: 'axis', ratio: a4 }, createRandom(2))
  const cut = { width: 3000, height: 3600 }
  const whole = measureProportions(quad, cameraOf(shotFrame))
  expect(measureProportions(quad, cameraOf(cut)).logSd).toBeGreaterThan(1.5 * whole.logSd)
})

it('trusts a figure less if no rectangle explains it', () => {
  const bent: Quad = quadAt('900,1000 2100,1100 2000,2900 500,2500')
  const straight: Quad = quadAt('900,1000 2100,1000 2100,2700 900,2700')
  const sure = measureProportions(straight, cameraOf(shotFrame)).logSd
  expect(measureProportions(bent, cameraOf(shotFrame)).logSd).toBeGreaterThan(5 * sure)
})

import { describe, expect, it } from 'vitest'
import { focalOf } from './focal.ts'

const upright = { width: 3024, height: 4032 }

describe('focalOf', () => {
  it('is about three quarters of the long side for a phone’s main camera, in either orientation', () => {
    expect(focalOf({ focalLength35mm: 26 }, upright)).toBeCloseTo(0.751, 3)
    expect(focalOf({ focalLength35mm: 26, digitalZoom: 1 }, { width: 4032, height: 3024 })).toBeCloseTo(
      0.751,
      3,
    )
    expect(focalOf({ focalLength35mm: 13 }, upright)).toBeCloseTo(0.376, 3)
  })

  it('survives reducing and rotating the picture', () => {
    const facts = { focalLength35mm: 26, width: 4032, height: 3024 }
    expect(focalOf(facts, { width: 768, height: 1024 })).toBeCloseTo(0.751, 3)
  })

  it('is unknown when the file omits it or shows only part of the sensor', () => {
    expect(focalOf({}, upright)).toBeUndefined()
    expect(focalOf({ focalLength35mm: 65535 }, upright)).toBeUndefined()
    expect(focalOf({ focalLength35mm: 26, digitalZoom: 1.8 }, upright)).toBeUndefined()
    expect(focalOf({ focalLength35mm: 26, width: 4000, height: 2250 }, upright)).toBeUndefined()
    expect(focalOf({ focalLength35mm: 26 }, { width: 2400, height: 4032 })).toBeUndefined()
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { displayP3 } from './colour-profile.ts'
import { srgbConverter } from './to-srgb.ts'

const convert = srgbConverter(displayP3)!

function converted(...data: number[]): number[] {
  const image = { width: data.length / 3, height: 1, data: Uint8Array.from(data) }
  convert(image)
  return [...image.data]
}

it('preserves every grey', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 255 }), (value) => {
      for (const seen of converted(value, value, value)) expect(Math.abs(seen - value)).toBeLessThanOrEqual(1)
    }),
  )
})

it('clips what sRGB cannot show, and brightens the rest', () => {
  expect(converted(255, 0, 0)).toEqual([255, 0, 0])
  expect(converted(0, 255, 0)).toEqual([0, 255, 0])
  // Worked out by hand with the matrices of CSS Color 4: light 0.578, 0.188 and 0.045 becomes 0.665, 0.171 and 0.023.
  expect(converted(200, 120, 60)).toEqual([213, 115, 42])
})

import type { ColourProfile } from './colour-profile.ts'
import type { RgbImage } from './pixels.ts'

/** From XYZ relative to D50 to linear sRGB, row by row: B. Lindbloom, RGB/XYZ matrices, Bradford-adapted. */
const rgbFromXyz = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const
/** Light as integers, whose sums over three channels stay within 31 bits. */
const lightUnit = 2 ** 24
/** Resolution of the value table: a step of light is no more than one value, even in the dark. */
const stepBits = 12
const stepsOfUnit = lightUnit >> stepBits
/** Light below 0 or above 1 is outside sRGB's gamut; the table clips it. */
const unitsBelow = 2
const unitsAbove = 3
/** Step of the colour grid that tests whether a conversion changes anything. */
const gridStep = 51

/** For each value of a channel, its light in the red, green and blue of sRGB, interleaved. */
type Contributions = readonly [red: Int32Array, green: Int32Array, blue: Int32Array]

/**
 * Converts from another RGB colour space to sRGB, in place; colours outside sRGB's gamut are clipped, channel by channel.
 * Null where the difference would be invisible, as for sRGB's own profile.
 */
export function srgbConverter(profile: ColourProfile): ((image: RgbImage) => void) | null {
  const contributions = contributionsOf(profile)
  const convert = ({ data }: RgbImage) => convertValues(data, contributions)
  const colours = colourGrid()
  const converted = new Uint8Array(colours)
  convertValues(converted, contributions)
  return colours.every((value, at) => Math.abs(value - converted[at]!) <= 1) ? null : convert
}

/** Unrolled, since it runs for every pixel of a photograph. */
function convertValues(data: Uint8Array, [reds, greens, blues]: Contributions): void {
  const zero = unitsBelow * stepsOfUnit
  for (let at = 0; at < data.length; at += 3) {
    const r = data[at]! * 3
    const g = data[at + 1]! * 3
    const b = data[at + 2]! * 3
    data[at] = values[((reds[r]! + greens[g]! + blues[b]!) >> stepBits) + zero]!
    data[at + 1] = values[((reds[r + 1]! + greens[g + 1]! + blues[b + 1]!) >> stepBits) + zero]!
    data[at + 2] = values[((reds[r + 2]! + greens[g + 2]! + blues[b + 2]!) >> stepBits) + zero]!
  }
}

/** sRGB's value for each amount of light, per IEC 61966-2-1. */
const values = Uint8Array.from({ length: (unitsBelow + unitsAbove) * stepsOfUnit }, (_, at) => {
  const light = Math.min(1, Math.max(0, (at + 0.5) / stepsOfUnit - unitsBelow))
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
})

function contributionsOf({ light, primaries }: ColourProfile): Contributions {
  const tableOf = (channel: 0 | 1 | 2) => {
    const [x, y, z] = primaries[channel]
    const shares = rgbFromXyz.map(([ofX, ofY, ofZ]) => (ofX * x + ofY * y + ofZ * z) * lightUnit)
    return Int32Array.from(
      { length: 256 * 3 },
      (_, at) => shares[at % 3]! * light[channel][Math.floor(at / 3)]!,
    )
  }
  return [tableOf(0), tableOf(1), tableOf(2)]
}

function colourGrid(): Uint8Array {
  const levels = Array.from({ length: 255 / gridStep + 1 }, (_, i) => i * gridStep)
  return Uint8Array.from(levels.flatMap((r) => levels.flatMap((g) => levels.flatMap((b) => [r, g, b]))))
}

import type { ColourProfile } from './colour-profile.ts'
import type { RgbImage } from './pixels.ts'

/** From XYZ under D50 to red, green and blue light of sRGB, row by row: B. Lindbloom, RGB/XYZ matrices, Bradford. */
const rgbFromXyz = [
  [3.1338561, -1.6168667, -0.4906146],
  [-0.9787684, 1.9161415, 0.033454],
  [0.0719453, -0.2289914, 1.4052427],
] as const
/** Light as whole numbers, whose sums over three channels stay within 31 bits. */
const lightUnit = 2 ** 24
/** The table of values has an entry for every so much light, a step that is no more than one value in the dark. */
const stepBits = 12
const stepsOfUnit = lightUnit >> stepBits
/** Light below 0 or above 1 is of a colour that sRGB has not: the table clips it. */
const unitsBelow = 2
const unitsAbove = 3
/** Values of a channel on the grid of colours that tells whether a conversion changes anything. */
const gridStep = 51

/** By value of a channel: its light in the red, green and blue of sRGB, interleaved. */
type Contributions = readonly [red: Int32Array, green: Int32Array, blue: Int32Array]

/**
 * Turns values of another RGB colour space into sRGB, in place, pixel by pixel; what sRGB cannot show is clipped,
 * channel by channel. Null where nobody would see a difference, as for sRGB's own profile.
 */
export function srgbConverter(profile: ColourProfile): ((image: RgbImage) => void) | null {
  const contributions = contributionsOf(profile)
  const convert = ({ data }: RgbImage) => convertValues(data, contributions)
  const colours = colourGrid()
  const converted = new Uint8Array(colours)
  convertValues(converted, contributions)
  return colours.every((value, at) => Math.abs(value - converted[at]!) <= 1) ? null : convert
}

/** Written out, since it runs for every pixel of a photograph. */
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

/** sRGB's value for each amount of light, by IEC 61966-2-1. */
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

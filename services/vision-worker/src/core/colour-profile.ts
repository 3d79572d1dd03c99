type Triple = readonly [number, number, number]

/** An RGB colour space: the light of each channel value, and the colour of that light. */
export type ColourProfile = {
  /** Linear light, 0 to 1, of each of the 256 values of red, green and blue. */
  readonly light: readonly [red: Float64Array, green: Float64Array, blue: Float64Array]
  /** XYZ of full red, green and blue, relative to the D50 white of ICC profiles. */
  readonly primaries: readonly [red: Triple, green: Triple, blue: Triple]
}

/** What phones photograph in: the primaries of SMPTE EG 432-1 with sRGB's curve. */
export const displayP3: ColourProfile = {
  light: [srgbLight(), srgbLight(), srgbLight()],
  primaries: [
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
  ],
}

/**
 * Reads a matrix/TRC ICC profile, as cameras and screens have: three curves and three primaries (ICC.1:2022, sections
 * 8.3.3, 10.6 and 10.18). Null for any other, including damaged ones.
 */
export function readIccProfile(bytes: Uint8Array): ColourProfile | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readMatrixProfile(view)
  } catch (error) {
    // An offset outside the file, or an invalid number.
    if (error instanceof RangeError) return null
    throw error
  }
}

function srgbLight(): Float64Array {
  return sampled((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
}

function readMatrixProfile(view: DataView): ColourProfile | null {
  const tags = tagsOf(view)
  // A lookup table would take precedence over curves and primaries.
  if (textAt(view, 16) !== 'RGB ' || textAt(view, 20) !== 'XYZ ' || tags.has('A2B0')) return null
  const [red, green, blue] = ['r', 'g', 'b'].map((channel) => ({
    light: lightAt(view, tags.get(`${channel}TRC`) ?? Infinity),
    primary: primaryAt(view, tags.get(`${channel}XYZ`) ?? Infinity),
  }))
  if (!red?.light || !green?.light || !blue?.light) return null
  return {
    light: [red.light, green.light, blue.light],
    primaries: [red.primary, green.primary, blue.primary],
  }
}

/** More tags than any real profile has; Little CMS has the same limit. */
const tagsMax = 100

/** The offset of each tag's data. */
function tagsOf(view: DataView): ReadonlyMap<string, number> {
  const tags = new Map<string, number>()
  const count = view.getUint32(128)
  if (count > tagsMax) throw new RangeError(`a profile of ${count} tags`)
  for (let at = 132; at < 132 + 12 * count; at += 12) {
    tags.set(textAt(view, at), view.getUint32(at + 4))
  }
  return tags
}

function primaryAt(view: DataView, at: number): Triple {
  return [fixedAt(view, at + 8), fixedAt(view, at + 12), fixedAt(view, at + 16)]
}

function lightAt(view: DataView, at: number): Float64Array | null {
  const type = textAt(view, at)
  if (type === 'curv') return curveAt(view, at)
  return type === 'para' ? parametricAt(view, at) : null
}

/** No entries: identity. One entry: an exponent. More: evenly spaced samples. */
function curveAt(view: DataView, at: number): Float64Array {
  const count = view.getUint32(at + 8)
  const entry = (i: number) => view.getUint16(at + 12 + 2 * i)
  if (count === 0) return sampled((x) => x)
  if (count === 1) return sampled((x) => x ** (entry(0) / 256))
  return sampled((x) => {
    const before = Math.min(count - 2, Math.floor(x * (count - 1)))
    const share = x * (count - 1) - before
    return (entry(before) * (1 - share) + entry(before + 1) * share) / 65_535
  })
}

/** A power of a linear function, and below its break a linear one; the type says which parameters are present. */
function parametricAt(view: DataView, at: number): Float64Array | null {
  const counts = [1, 3, 4, 5, 7]
  const type = view.getUint16(at + 8)
  const given = Array.from({ length: counts[type] ?? 0 }, (_, i) => fixedAt(view, at + 12 + 4 * i))
  const [g, a = 1, b = 0, c = 0, d = -b / a, e = 0, f = 0] = given
  if (g === undefined) return null
  // For this type the fourth parameter is added on both sides of the break.
  if (type === 2) return sampled((x) => (x >= -b / a ? (a * x + b) ** g : 0) + c)
  return sampled((x) => (x >= d ? (a * x + b) ** g + e : c * x + f))
}

function sampled(light: (x: number) => number): Float64Array {
  return Float64Array.from({ length: 256 }, (_, value) => light(value / 255))
}

function fixedAt(view: DataView, at: number): number {
  return view.getInt32(at) / 65_536
}

function textAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
}

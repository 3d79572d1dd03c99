/** XYZ of full red, green and blue under D50. */
type Primaries = readonly (readonly [number, number, number])[]

export const adobeRgb: Primaries = [
  [0.60974, 0.31111, 0.01947],
  [0.20528, 0.62567, 0.06087],
  [0.14919, 0.06322, 0.74457],
]

/** Curves close to an exponent of 2.2, in every notation that a profile allows; black has no light. */
export const iccCurves: Readonly<Record<string, Buffer>> = {
  'one exponent': exponentCurve(2.2),
  samples: tag(
    'curv',
    integers(17),
    shorts(...Array.from({ length: 17 }, (_, i) => 65_535 * (i / 16) ** 2.2)),
  ),
  'parameters, type 0': parametricCurve(0, 2.2),
  'parameters, type 1': parametricCurve(1, 2.2, 1.05, -0.05),
  'parameters, type 2': parametricCurve(2, 2.2, 0.95, 0.05, -(0.05 ** 2.2)),
  'parameters, type 3': parametricCurve(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
  'parameters, type 4': parametricCurve(4, 2.4, 0.93, 0.05, 0.1, 0.04, 0.02, 0),
}

/** A curve given by one exponent. */
export function exponentCurve(exponent: number): Buffer {
  return tag('curv', integers(1), shorts(exponent * 256))
}

/** A curve given by the parameters of ICC.1:2022, table 68. */
export function parametricCurve(type: number, ...numbers: number[]): Buffer {
  return tag('para', integers(type * 65_536), fixed(...numbers))
}

/** A display's profile: three primaries, and one curve for all. */
export function iccProfile(primaries: Primaries, curve: Buffer): Buffer {
  const xyz = primaries.map((primary) => tag('XYZ ', fixed(...primary)))
  const white = [0.9642, 1, 0.8249]
  const bodies = [...xyz, curve, tag('XYZ ', fixed(...white))]
  const entries = Object.entries({ rXYZ: 0, gXYZ: 1, bXYZ: 2, rTRC: 3, gTRC: 3, bTRC: 3, wtpt: 4 })
  const start = 128 + 4 + 12 * entries.length
  const offsets = bodies.map((_, i) => start + Buffer.concat(bodies.slice(0, i)).length)
  const table = entries.map(([name, i]) =>
    Buffer.concat([Buffer.from(name, 'latin1'), integers(offsets[i]!, bodies[i]!.length)]),
  )
  const header = Buffer.alloc(128)
  header.set(integers(0x04_20_00_00), 8)
  header.write('mntrRGB XYZ ', 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  header.set(fixed(...white), 68)
  const profile = Buffer.concat([header, integers(entries.length), ...table, ...bodies])
  profile.writeUInt32BE(profile.length, 0)
  return profile
}

function tag(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.alloc(4), ...parts])
  return Buffer.concat([body, Buffer.alloc(-body.length & 3)])
}

function integers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i))
  return bytes
}

function shorts(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, i) => bytes.writeUInt16BE(Math.round(value), 2 * i))
  return bytes
}

function fixed(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, i) => bytes.writeInt32BE(Math.round(value * 65_536), 4 * i))
  return bytes
}

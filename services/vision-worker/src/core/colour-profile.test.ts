import { adobeRgb, exponentCurve, iccProfile, parametricCurve } from '@equerre/testkit/pictures/icc'
import { describe, expect, it } from 'vitest'
import { displayP3, readIccProfile } from './colour-profile.ts'

const file = iccProfile(adobeRgb, exponentCurve(2))

describe('readIccProfile', () => {
  it('reads the curves and the primaries', () => {
    const { light, primaries } = readIccProfile(file)!
    expect([light[0][0], light[1][51], light[2][255]]).toEqual([0, 0.2 ** 2, 1])
    primaries.flat().forEach((value, i) => expect(value).toBeCloseTo(adobeRgb.flat()[i]!, 4))
  })

  it('adds the last two parameters of a parametric curve, one above the break and one below', () => {
    const curve = parametricCurve(4, 2, 1, 0, 0.5, 0.5, 0.25, 0.125)
    const [light] = readIccProfile(iccProfile(adobeRgb, curve))!.light
    expect(light[51]).toBeCloseTo(0.2 * 0.5 + 0.125, 4)
    expect(light[204]).toBeCloseTo(0.8 ** 2 + 0.25, 4)
  })

  it('rejects other kinds of profiles', () => {
    const kinds = { 16: 'CMYK', 20: 'Lab ', 132: 'A2B0' }
    for (const [at, name] of Object.entries(kinds)) {
      const other = Buffer.from(file)
      other.write(name, Number(at), 'latin1')
      expect(readIccProfile(other), name).toBeNull()
    }
    expect(readIccProfile(iccProfile(adobeRgb, parametricCurve(5, 1, 1, 1)))).toBeNull()
  })

  it('rejects more tags than any real profile has', () => {
    const long = Buffer.concat([file, Buffer.alloc(2_000)])
    const ofTags = (count: number) => {
      long.writeUInt32BE(count, 128)
      return readIccProfile(long)
    }
    expect(ofTags(100)).not.toBeNull()
    expect(ofTags(101)).toBeNull()
  })

  it('rejects a profile cut off anywhere', () => {
    // After the curve comes the white point, which is not read.
    const needed = file.length - 22
    for (let length = 0; length < needed; length++)
      expect(readIccProfile(file.subarray(0, length))).toBeNull()
    expect(readIccProfile(file.subarray(0, needed))).not.toBeNull()
  })
})

it('gives Display P3 the white point of all ICC profiles', () => {
  const white = [0, 1, 2].map((axis) => displayP3.primaries.reduce((sum, xyz) => sum + xyz[axis]!, 0))
  ;[0.9642, 1, 0.8249].forEach((value, axis) => expect(white[axis]).toBeCloseTo(value, 3))
})

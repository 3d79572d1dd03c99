import { describe, expect, it } from 'vitest'
import { laneOf } from './lanes.ts'

const photo = (width: number, height: number) => ({ width, height, kind: 'photo' as const })

describe('laneOf', () => {
  it('keeps an ordinary photograph on the normal lanes', () => {
    const image = { mime: 'image/jpeg', page: photo(4000, 3000), progressive: false }
    expect(laneOf('ingest', image)).toBe('vision-ingest')
    expect(laneOf('detect', image)).toBe('vision-detect')
    expect(laneOf('rectify', image)).toBe('vision-rectify')
  })

  it('sends every step of a PDF to the heavy lane', () => {
    const pdf = { mime: 'application/pdf', page: undefined, progressive: false }
    expect(laneOf('ingest', pdf)).toBe('vision-heavy')
    expect(laneOf('rectify', { ...pdf, page: photo(100, 100) })).toBe('vision-heavy')
  })

  it('leaves reading on its own lane, whatever its page was made from', () => {
    const pdf = { mime: 'application/pdf', page: undefined, progressive: false }
    expect(laneOf('read', pdf)).toBe('vision-read')
    expect(laneOf('read', { ...pdf, page: photo(100, 100) })).toBe('vision-read')
  })

  it.each([
    ['image/jpeg', 'vision-ingest'],
    ['image/png', 'vision-ingest'],
    ['image/webp', 'vision-ingest'],
    ['image/tiff', 'vision-ingest'],
    ['image/heic', 'vision-heavy'],
    ['image/avif', 'vision-heavy'],
    ['image/gif', 'vision-heavy'],
  ])('chooses the lane of an ingest by the decoding cost of the type: %s → %s', (mime, lane) => {
    expect(laneOf('ingest', { mime, page: undefined, progressive: false })).toBe(lane)
  })

  it('sends more than 25 Mpx, more than 12.5 Mpx held whole, or more than 8 Mpx of AVIF to the heavy lane', () => {
    const at = (width: number, height: number, progressive: boolean) =>
      laneOf('rectify', { mime: 'image/jpeg', page: photo(width, height), progressive })
    expect(at(5000, 5000, false)).toBe('vision-rectify')
    expect(at(5000, 5001, false)).toBe('vision-heavy')
    expect(at(4032, 3024, true)).toBe('vision-rectify')
    expect(at(5000, 2501, true)).toBe('vision-heavy')
    const avif = { mime: 'image/avif', progressive: true }
    expect(laneOf('rectify', { ...avif, page: photo(4000, 2000) })).toBe('vision-rectify')
    expect(laneOf('rectify', { ...avif, page: photo(4000, 2001) })).toBe('vision-heavy')
  })
})

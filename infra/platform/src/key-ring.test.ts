import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openKeyRing } from './key-ring.ts'

const [older, newer] = ['older', 'newer'].map((id) => ({ id, bytes: randomBytes(32) })) as [
  { id: string; bytes: Buffer },
  { id: string; bytes: Buffer },
]
const ring = openKeyRing([older])

describe('a sealed text', () => {
  it('opens for its purpose, and reveals nothing by itself', () => {
    const sealed = ring.seal('eq_live_secret', 'key 1 of alice')
    expect(sealed).not.toContain('secret')
    expect(sealed).not.toBe(ring.seal('eq_live_secret', 'key 1 of alice'))
    expect(ring.open(sealed, 'key 1 of alice')).toBe('eq_live_secret')
  })

  it.each(['key 1 of bob', 'key 2 of alice', ''])('does not open for another purpose: %j', (purpose) => {
    const sealed = ring.seal('eq_live_secret', 'key 1 of alice')
    expect(() => ring.open(sealed, purpose)).toThrow()
  })

  it('does not open with one bit flipped', () => {
    const [id, box = ''] = ring.seal('eq_live_secret', 'purpose').split('.')
    const bytes = Buffer.from(box, 'base64url')
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes)
      changed[i]! ^= 1
      expect(() => ring.open(`${id}.${changed.toString('base64url')}`, 'purpose')).toThrow()
    }
  })

  it.each(['', 'older', 'older.', 'nobody.AAAA', 'older.AAAA'])(
    'does not open when malformed: %j',
    (text) => {
      expect(() => ring.open(text, 'purpose')).toThrow()
    },
  )

  it('still opens after its key has become the second one, and is known to be outdated', () => {
    const sealed = ring.seal('eq_live_secret', 'purpose')
    const rotated = openKeyRing([newer, older])
    expect(rotated.open(sealed, 'purpose')).toBe('eq_live_secret')
    expect([ring.isCurrent(sealed), rotated.isCurrent(sealed)]).toEqual([true, false])
    expect(rotated.isCurrent(rotated.seal('x', 'purpose'))).toBe(true)
    expect(() => openKeyRing([newer]).open(sealed, 'purpose')).toThrow()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanName } from './file-name.ts'

describe('cleanName', () => {
  it('keeps accents and spaces', () => {
    expect(cleanName('Reçu d’août (2).jpg')).toBe('Reçu d’août (2).jpg')
  })

  it('drops folders, control characters and bidi marks', () => {
    expect(cleanName('../../etc/passwd')).toBe('passwd')
    expect(cleanName('C:\\photos\\a\r\nb.jpg')).toBe('ab.jpg')
    expect(cleanName('fac\u202egpj.exe')).toBe('facgpj.exe')
  })

  it('is never empty, never longer than 255, and never a path', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), (given) => {
        const name = cleanName(given)
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(255)
        expect(name).not.toMatch(/[/\\\n\r]/)
      }),
    )
  })
})

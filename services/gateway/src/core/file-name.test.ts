import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanName, nameInAddress } from './file-name.ts'

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

describe('nameInAddress', () => {
  it.each([
    [
      'https://exemple.test/dossier/Re%C3%A7u%20d%E2%80%99ao%C3%BBt.jpg?X-Amz-Signature=secret#page',
      'Reçu d’août.jpg',
    ],
    ['https://exemple.test/..%2F..%2Fetc%2Fpasswd', 'passwd'],
    ['https://exemple.test/%E0%A4.pdf', '%E0%A4.pdf'],
    ['https://exemple.test/?file=a.jpg', 'document'],
    ['https://exemple.test', 'document'],
  ])('of %s is %s', (address, name) => {
    expect(nameInAddress(address)).toBe(name)
  })
})

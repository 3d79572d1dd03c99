import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeNext } from './next-path.ts'

describe('the page after a sign-in', () => {
  it.each([
    ['/', '/'],
    ['/camscan', '/camscan'],
    ['/pricing?pack=pack200', '/pricing?pack=pack200'],
    ['/account?achat=ok#cle', '/account?achat=ok#cle'],
    ['/api', '/api'],
    ['/camscan/../pricing', '/pricing'],
    ['/pricing?next=//ailleurs.test', '/pricing?next=//ailleurs.test'],
  ])('%s is ours', (wanted, path) => expect(safeNext(wanted)).toBe(path))

  it.each([
    undefined,
    '',
    ' ',
    'camscan',
    'https://ailleurs.test',
    'http://ailleurs.test/camscan',
    'https:ailleurs.test',
    'https:/ailleurs.test',
    'https:///ailleurs.test',
    '//ailleurs.test',
    '///ailleurs.test',
    '////ailleurs.test/camscan',
    '//ailleurs.test/%2f..',
    '/\\ailleurs.test',
    '/\\/ailleurs.test',
    '\\\\ailleurs.test',
    '\\/ailleurs.test',
    '/camscan\\@ailleurs.test',
    '/%2f%2failleurs.test',
    '/%2Failleurs.test',
    '/%5cailleurs.test',
    '/%09/ailleurs.test',
    '/\t/ailleurs.test',
    '/\n/ailleurs.test',
    '/\r\nLocation: https://ailleurs.test',
    '/camscan\r\nSet-Cookie: session=x',
    '/ /ailleurs.test',
    ' /camscan',
    '/.//ailleurs.test',
    '/..//ailleurs.test',
    '/camscan/..//ailleurs.test',
    '/@ailleurs.test',
    '@ailleurs.test',
    '//user@ailleurs.test',
    'javascript:alert(1)',
    '/javascript:alert(1)',
    'JavaScript://camscan/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    '/api/logout',
    '/api/login/google',
    '/nulle-part',
    '/camscan/',
    '/CAMSCAN',
    '／／ailleurs.test',
    '/\u2044ailleurs.test',
    '/\u200b/ailleurs.test',
    '/%00camscan',
    '/camscan\0',
    '?next=/camscan',
    '#/camscan',
    `/camscan?${'a'.repeat(500)}`,
  ])('%j is not', (wanted) => expect(safeNext(wanted)).toBe('/account'))

  it('is on our own site whatever text a browser is given', () => {
    const tricky = fc.stringMatching(/^[/\\a-z.:@%?#\t\n ]{0,20}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string(), tricky), (wanted) => {
        expect(new URL(safeNext(wanted), 'https://equerre.test').origin).toBe('https://equerre.test')
      }),
    )
  })
})

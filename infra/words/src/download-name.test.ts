import { expect, it } from 'vitest'
import { downloadName } from './download-name.ts'

it.each([
  ['warped', 'facture_equerre.webp', 'facture_equerre.webp'],
  ['thumb', 'facture_vignette.webp', 'facture_thumbnail.webp'],
  ['screen', 'facture_ecran.webp', 'facture_screen.webp'],
  [null, 'facture.webp', 'facture.webp'],
] as const)('a download that is %s is called %s in French, %s in English', (kind, french, english) => {
  const parts = { base: 'facture', kind, extension: '.webp' }
  expect([downloadName(parts, 'fr'), downloadName(parts, 'en')]).toEqual([french, english])
})

import type { passwordWords as frPassword } from '../fr/password.ts'
import type { SameShape } from '../same-shape.ts'
import { typesetCatalogue } from './typography.ts'

export const passwordWords = typesetCatalogue<SameShape<typeof frPassword>>({
  label: 'Password of the PDF',
  labelOf: (name) => `Password of the PDF ${name}`,
  show: 'Show the password',
  hide: 'Hide the password',
  open: 'Open',
  openOf: (name) => `Open ${name}`,
  kept: 'Kept encrypted with the file, erased with it.',
  give: 'Password…',
  giveOf: (name) => `Password… of ${name}`,
})

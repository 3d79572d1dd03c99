import { z } from 'zod'
import { decimal } from './decimal.ts'

/** What programs hand in and out instead of files: addresses. */

const charactersMax = 4_096

/** Where a file is, in place of the file itself. Which addresses are fetched from is the courier’s to say. */
export const Address = z
  .url({ protocol: /^https?$/ })
  .max(charactersMax)
  .optional()
  .meta({ description: 'address', examples: ['https://exemple.test/photos/facture.jpg'] })

/** Asks for signed addresses, which whoever has them can read: for so many seconds, but no longer than their file is kept. */
export const signing = {
  sign_for: decimal(z.int().positive())
    .optional()
    .meta({ description: 'sign_for', examples: [3_600] }),
}
export type Signing = { readonly sign_for?: number | undefined }

/** The same of a step that was asked for before; `sign=1`, for five minutes, is older. */
export const signingAgain = { ...signing, sign: z.literal('1').optional().describe('sign') }

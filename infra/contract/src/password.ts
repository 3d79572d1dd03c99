import { z } from 'zod'

/** What opens a protected PDF. The operator sets the bound, so it is not in the schema; nothing typed counts as none. */
export const Password = z.string().optional().describe('password')

/** Binds a sealed password to the file that it opens. */
export function passwordPurpose(ingestionId: string): string {
  return `password of ${ingestionId}`
}

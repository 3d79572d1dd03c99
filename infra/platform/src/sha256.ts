import { createHash } from 'node:crypto'

/** Stored in place of a secret or a request, which it identifies without revealing. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

import { createHash } from 'node:crypto'

/** What is kept of a secret or a request: enough to know it again, nothing to read. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

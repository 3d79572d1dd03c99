/** Binds the encrypted copy of a key to its row and user: it cannot be opened for another. */
export function keyPurpose(userId: string, keyId: string): string {
  return `api key ${keyId} of ${userId}`
}

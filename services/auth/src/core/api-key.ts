/** What an encrypted copy of a key is bound to: in another row or for another user it does not open. */
export function keyPurpose(userId: string, keyId: string): string {
  return `api key ${keyId} of ${userId}`
}

/**
 * `live` keys are charged; `test` keys run the same steps free of charge, and their results are watermarked.
 */
export type KeyKind = 'live' | 'test'

/**
 * What a named key may do. `straighten`: send files, have pages made and fetch them by their ids, erase files; `read`: list files and
 * movements of credits too, make nothing; `manage`: administer the account’s keys and webhooks.
 */
export const keyScopes = ['straighten', 'read', 'manage'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Matches every possible key: for secret scanners and for the documentation. */
export const apiKeyPattern = /^eq_(live|test)_[0-9A-Za-z]{49}$/

/** Random bytes in a key. */
export const apiKeyBytes = 32

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The most base-62 digits that 32 bytes, and the 4 bytes of the checksum, can need. */
const bodyDigits = 43
const checksumDigits = 6

/**
 * Writes a key: `eq_live_` or `eq_test_`, the bytes in base 62, and a checksum over both.
 * @param bytes 32 random bytes
 * @throws RangeError for another number of bytes
 */
export function writeApiKey(kind: KeyKind, bytes: Uint8Array): string {
  if (bytes.length !== apiKeyBytes) throw new RangeError(`a key takes ${apiKeyBytes} bytes`)
  const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const text = `eq_${kind}_${inBase62(number, bodyDigits)}`
  return text + checksum(text)
}

/**
 * The kind of a well-formed key. The checksum catches typing errors before the database is queried.
 * @returns null for text that `writeApiKey` cannot have written
 */
export function readApiKeyKind(key: string): KeyKind | null {
  const kind = apiKeyPattern.exec(key)?.[1]
  if (kind === undefined) return null
  const text = key.slice(0, -checksumDigits)
  return key.slice(-checksumDigits) === checksum(text) ? (kind as KeyKind) : null
}

function checksum(text: string): string {
  return inBase62(BigInt(crc32(text)), checksumDigits)
}

function inBase62(number: bigint, digits: number): string {
  let rest = number
  let text = ''
  for (let i = 0; i < digits; i++) {
    text = alphabet[Number(rest % 62n)]! + text
    rest /= 62n
  }
  return text
}

/** CRC-32 as in ISO 3309 (polynomial 0xEDB88320, reflected), of an ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

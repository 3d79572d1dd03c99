import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export type EncryptionKey = { readonly id: string; readonly bytes: Buffer }

/** `id:base64` of 32 bytes, comma-separated: the first encrypts, all decrypt. */
export const encryptionKeys = z.string().transform((text, issues): [EncryptionKey, ...EncryptionKey[]] => {
  const [first, ...rest] = text.split(',').map((entry) => {
    const [, id, base64] = /^([a-z0-9-]{1,20}):([A-Za-z0-9+/]{43}=)$/.exec(entry.trim()) ?? []
    return id !== undefined && base64 !== undefined ? { id, bytes: Buffer.from(base64, 'base64') } : null
  })
  const read = [first, ...rest]
  if (first && rest.every((key) => key !== null) && new Set(read.map((key) => key?.id)).size === read.length)
    return [first, ...rest]
  issues.addIssue('needs comma-separated id:base64 entries of 32 bytes, each id once')
  return z.NEVER
})

/** Encrypts small texts so that only who has the keys can read them, and only for the purpose they were sealed for. */
export type KeyRing = {
  /** @param purpose what the text is and whose; must be the same on opening */
  readonly seal: (text: string, purpose: string) => string
  /** @throws when the text was changed or sealed for another purpose, or when its key is no longer in the ring */
  readonly open: (sealed: string, purpose: string) => string
  /** Whether the newest key sealed it; otherwise seal it again before its key leaves the ring. */
  readonly isCurrent: (sealed: string) => boolean
}

/** @param keys the first encrypts, all decrypt */
export function openKeyRing(keys: readonly [EncryptionKey, ...EncryptionKey[]]): KeyRing {
  const [current] = keys
  return {
    seal: (text, purpose) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, current.bytes, nonce).setAAD(Buffer.from(purpose))
      const secret = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const box = Buffer.concat([nonce, cipher.getAuthTag(), secret])
      return `${current.id}.${box.toString('base64url')}`
    },
    open: (sealed, purpose) => {
      const [id, text = ''] = sealed.split('.')
      const key = keys.find((candidate) => candidate.id === id)
      if (!key) throw new Error('not sealed with any key in the ring')
      const box = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(algorithm, key.bytes, box.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(box.subarray(nonceBytes, nonceBytes + tagBytes))
      const secret = box.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(secret), decipher.final()]).toString('utf8')
    },
    isCurrent: (sealed) => sealed.startsWith(`${current.id}.`),
  }
}

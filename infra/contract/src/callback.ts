import { z } from 'zod'
import { ruled } from './field-rules.ts'

/** Stands for the host of an address that is kept sealed, and so is none that may be called. */
export const hostOfSealed = 'sealed.invalid'
const charactersMax = 2_000

/**
 * An address of somebody else's that we call: http or https, without a user, a password or a fragment. Whether it leads anywhere that
 * we may go is only known when it is resolved, by the courier.
 */
export const CallbackUrl = z
  .string()
  .max(charactersMax)
  .refine(isCallable, ruled('address'))
  .meta({ format: 'uri', pattern: '^https?://[^\\s@#]+$' })

function isCallable(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || /[\s\p{Cc}]/u.test(text)) return false
  const { protocol, username, password, hash, hostname } = url
  if (hostname === hostOfSealed || hostname === `${hostOfSealed}.`) return false
  return (protocol === 'https:' || protocol === 'http:') && username + password + hash === ''
}

/** Of every call that is a step: whom to tell when it ends, once. */
export const callback = { callback_url: CallbackUrl.optional().describe('callback_url') }

import type { Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { ringOf } from './sign-delivery.ts'

/**
 * The address to call at the end of a step. Guests have none: whoever makes us call others must be known to us.
 * @throws Problem `callback_needs_account`, `unavailable` while nobody is called
 */
export function callbackOf(ctx: Context, { kind }: Principal, url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  if (kind === 'guest') throw new Problem('callback_needs_account')
  ringOf(ctx)
  return url
}

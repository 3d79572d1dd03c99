import type { Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { addressCalled, callbackPurpose, writeSealedCallback } from '../core/sealed-callback.ts'
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

type Stored = { readonly ingestionId: string | null; readonly url: string }

/** As it is kept, with the step and with what is delivered to it. */
export function sealCallback({ addressRing }: Context, { ingestionId, url }: Stored): string {
  const box = addressRing.seal(url, callbackPurpose(ingestionId ?? ''))
  return writeSealedCallback(new URL(url).host, box)
}

/** @throws when its key is no longer in the ring */
export function openCallback({ addressRing }: Context, { ingestionId, url }: Stored): string {
  return addressCalled(url, (box) => addressRing.open(box, callbackPurpose(ingestionId ?? '')))
}

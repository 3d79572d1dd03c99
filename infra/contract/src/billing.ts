import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { addressIn, readAddress } from './language.ts'
import { packIds } from './packs.ts'
import { pagePaths } from './pages.ts'

export const PackId = z.enum(packIds)
export type PackId = z.output<typeof PackId>

/** The pages where a purchase can start; the buyer returns to the same page. */
const [account, camscan] = [pagePaths.account, pagePaths.camscan]
export const CheckoutNext = z.enum([account, camscan, `/en${account}`, `/en${camscan}`])
export type CheckoutNext = z.output<typeof CheckoutNext>

/** Where the buyer returns to, relative to the site’s origin. */
export function checkoutReturns(next: CheckoutNext): { readonly paid: string; readonly cancelled: string } {
  const { language, path } = readAddress(next)
  const cancelled = path === pagePaths.account ? pagePaths.pricing : path
  return { paid: `${next}?achat=ok`, cancelled: addressIn(language, cancelled) }
}

export const startCheckout = defineEndpoint({
  name: 'startCheckout',
  method: 'POST',
  path: '/create-checkout-session/:packId',
  access: 'user',
  params: z.object({ packId: PackId }),
  query: z.object({
    next: CheckoutNext.default(pagePaths.account).describe('checkout_next'),
  }),
  body: z.void(),
  reply: z.object({ url: z.url() }),
  idempotent: true,
  problems: [
    'unauthenticated',
    'forbidden',
    'invalid_request',
    'idempotency_mismatch',
    'rate_limited',
    'unavailable',
  ],
})

export const getInvoice = defineEndpoint({
  name: 'getInvoice',
  method: 'GET',
  path: '/purchases/:id/invoice',
  access: 'user',
  params: z.object({ id: z.uuid() }),
  query: z.object({}),
  body: z.void(),
  reply: z.object({ url: z.url() }),
  problems: ['unauthenticated', 'not_found', 'rate_limited', 'unavailable'],
})

/** Called only by Stripe, which signs the bytes of the body: not part of the public reference. */
export const receiveStripeEvent = defineEndpoint({
  name: 'receiveStripeEvent',
  method: 'POST',
  path: '/stripe/webhook',
  access: 'public',
  params: z.object({}),
  query: z.object({}),
  body: z.instanceof(Uint8Array),
  reply: z.object({ received: z.literal(true) }),
  problems: ['invalid_request', 'unavailable'],
})

/** A purchase that its buyer can still withdraw from, and what that would refund today. */
export const WithdrawalOffer = z.object({
  purchase_id: z.uuid(),
  pack: PackId,
  credits: z.number().int().positive(),
  price_cents: z.number().int().positive(),
  bought_at: z.iso.datetime(),
  until: z.iso.datetime().describe('withdrawal_until'),
  unused_credits: z.number().int().nonnegative(),
  refund_cents: z.number().int().nonnegative(),
})
export type WithdrawalOffer = z.output<typeof WithdrawalOffer>

export const listWithdrawalOffers = defineEndpoint({
  name: 'listWithdrawalOffers',
  method: 'GET',
  path: '/withdrawals',
  access: 'user',
  params: z.object({}),
  query: z.object({}),
  body: z.void(),
  reply: z.object({ offers: z.array(WithdrawalOffer) }),
  problems: ['unauthenticated', 'rate_limited', 'unavailable'],
})

export const Withdrawal = z.object({
  withdrawal_id: z.uuid(),
  declared_at: z.iso.datetime(),
  credits: z.number().int().positive(),
  refund_cents: z.number().int().positive(),
  /** The acknowledgement on a durable medium, as text, and the name of the file that holds it. */
  acknowledgement: z.string(),
  file_name: z.string(),
})
export type Withdrawal = z.output<typeof Withdrawal>

export const confirmWithdrawal = defineEndpoint({
  name: 'confirmWithdrawal',
  method: 'POST',
  path: '/withdrawals',
  access: 'user',
  params: z.object({}),
  query: z.object({}),
  body: z.strictObject({
    purchase_id: z.uuid(),
    name: z.string().trim().min(1).max(200),
    email: z.email().max(254),
  }),
  encoding: 'json',
  reply: Withdrawal,
  problems: ['unauthenticated', 'forbidden', 'invalid_request', 'not_found', 'rate_limited', 'unavailable'],
})

/** What billing must look at again; each job may arrive twice, late or in any order. */
export const paymentsQueue = 'billing-payments'
export const PaymentJob = z.union([
  z.object({ session: z.string() }),
  z.object({ payment: z.string() }),
  z.object({ withdrawal: z.uuid() }),
])
export type PaymentJob = z.output<typeof PaymentJob>

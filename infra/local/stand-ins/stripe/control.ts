import express, { Router } from 'express'
import type { Session, StripeAccount } from './account.ts'
import { answerDeclined } from './api.ts'
import type { Deliveries, DeliveryMode } from './deliveries.ts'

/**
 * What happens at Stripe without the shop: buyers, banks, the network. For tests, and for trying things out
 * with curl.
 */
export function stripeControl(account: StripeAccount, deliveries: Deliveries): Router {
  const control = Router()
  control.use(express.json())
  control.post('/sessions/:id/pay', ({ params, query }, response) => {
    response.json(account.pay(params.id, { delayed: query['delayed'] === 'true' }))
  })
  control.post('/sessions/:id/settle', ({ params, query }, response) => {
    response.json(account.settle(params.id, { succeeds: query['succeeds'] !== 'false' }))
  })
  control.post('/sessions/:id/expire', ({ params }, response) => {
    response.json(account.expire(params.id))
  })
  control.post('/sessions/:id/tamper', ({ params, body }, response) => {
    response.json(account.tamper(params.id, body as Partial<Session>))
  })
  control.post('/payments/:id/refund', ({ params, query }, response) => {
    const amount = query['amount']
    response.json(account.refund(params.id, amount === undefined ? {} : { amount: Number(amount) }))
  })
  control.post('/payments/:id/dispute', ({ params }, response) => {
    response.json(account.dispute(params.id))
  })
  control.post('/refunds/:id/fail', ({ params }, response) => {
    response.json(account.failRefund(params.id))
  })
  control.post('/disputes/:id/close', ({ params, query }, response) => {
    response.json(account.closeDispute(params.id, query['status'] === 'won' ? 'won' : 'lost'))
  })
  control.get('/sessions', (_request, response) => {
    response.json([...account.sessions.values()])
  })
  control.get('/refunds', (_request, response) => {
    response.json([...account.refunds.values()])
  })
  control.post('/deliveries/:mode', ({ params }, response) => {
    Object.assign(deliveries, { mode: params.mode as DeliveryMode })
    response.json({ mode: deliveries.mode })
  })
  control.post('/flush', async ({ query }, response) => {
    const copies = Number(query['copies'] ?? 1)
    const events = deliveries.flush({ copies, reversed: query['reversed'] === 'true' })
    await deliveries.settled()
    response.json({ events })
  })
  control.use(answerDeclined)
  return control
}

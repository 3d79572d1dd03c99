import express, { type ErrorRequestHandler, type Request, Router } from 'express'
import { Declined, type Session, type StripeAccount } from './account.ts'

type Fields = Readonly<Record<string, unknown>>

/** Stripe's API: form fields in, JSON out, authenticated by one secret key, with idempotency keys. */
export function stripeApi(
  account: StripeAccount,
  { secretKey, pageUrl }: { secretKey: string; pageUrl: string },
): Router {
  const api = Router()
  const answers = new Map<string, { fields: string; answer: object }>()
  api.use(express.urlencoded({ extended: true }), (request, _response, next) => {
    next(
      request.get('Authorization') === `Bearer ${secretKey}` ? undefined : new Declined(401, 'no such key'),
    )
  })

  const post = (path: string, handle: (request: Request, fields: Fields) => object) =>
    api.post(path, (request, response) => {
      const fields = (request.body ?? {}) as Fields
      const key = request.get('Idempotency-Key') ?? ''
      const earlier = answers.get(key)
      if (earlier && earlier.fields !== JSON.stringify(fields))
        throw new Declined(400, 'another request had this key', 'idempotency_error')
      const answer = earlier?.answer ?? handle(request, fields)
      if (key !== '') answers.set(key, { fields: JSON.stringify(fields), answer })
      response.json(answer)
    })

  post('/checkout/sessions', (_request, fields) => account.open(orderIn(fields), pageUrl))
  post('/checkout/sessions/:id/expire', ({ params }) => account.expire(String(params['id'])))
  post('/refunds', (_request, { payment_intent, amount, metadata }) =>
    account.refund(String(payment_intent), {
      ...(amount === undefined ? {} : { amount: Number(amount) }),
      metadata: (metadata ?? {}) as Record<string, string>,
    }),
  )

  api.get('/checkout/sessions/:id', ({ params, query }, response) => {
    response.json(expanded(account, account.session(params.id), query))
  })
  api.get('/checkout/sessions', ({ query }, response) => {
    const page = list([...account.sessions.values()], query, ['payment_intent', 'status'])
    response.json({ ...page, data: page.data.map((session) => expanded(account, session, query)) })
  })
  api.get('/refunds', ({ query }, response) => {
    response.json(list([...account.refunds.values()], query, ['payment_intent']))
  })
  api.get('/disputes', ({ query }, response) => {
    response.json(list([...account.disputes.values()], query, ['payment_intent']))
  })
  api.get('/events', ({ query }, response) => {
    const types = query['types'] as string[] | undefined
    const wanted = account.events.filter(({ type }) => types?.includes(type) ?? true)
    response.json(list(wanted, query, ['type']))
  })
  api.use(answerDeclined)
  return api
}

// oxlint-disable-next-line max-params -- Express knows an error handler by its four parameters.
export const answerDeclined: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof Declined)) return next(error)
  const { status, message, type } = error
  response.status(status).json({ error: { type, message } })
}

type Order = Parameters<StripeAccount['open']>[0]

function orderIn(fields: Fields): Order {
  const { line_items: items, client_reference_id: reference, metadata, success_url, cancel_url } = fields
  const [item] = Object.values(items as Record<string, Fields>)
  const price = item?.['price_data'] as Fields
  const product = price['product_data'] as Fields
  return {
    client_reference_id: reference === undefined ? null : String(reference),
    metadata: (metadata ?? {}) as Record<string, string>,
    success_url: String(success_url),
    cancel_url: String(cancel_url),
    description: String(product['name']),
    currency: String(price['currency']),
    amount_total: Number(price['unit_amount']) * Number(item?.['quantity'] ?? 1),
    invoice_creation: { enabled: (fields['invoice_creation'] as Fields | undefined)?.['enabled'] === 'true' },
  }
}

/** The session, with its payment or invoice in place of their ids if the request asks to expand them. */
function expanded(account: StripeAccount, session: Session, { expand }: Fields): object {
  const paths = Object.values((expand ?? {}) as Record<string, string>)
  const asked = (name: string) => paths.some((path) => path.endsWith(name))
  const intent = asked('payment_intent') && account.intents.get(session.payment_intent ?? '')
  const invoice = asked('invoice') && account.invoices.get(session.invoice ?? '')
  return { ...session, ...(intent && { payment_intent: intent }), ...(invoice && { invoice }) }
}

/** One page, newest first, of the objects that match the query. */
function list<T extends { readonly id: string; readonly created: number }>(
  things: readonly T[],
  query: Fields,
  fields: readonly (keyof T & string)[],
) {
  const since = Number((query['created'] as Fields | undefined)?.['gte'] ?? 0)
  const limit = Number(query['limit'] ?? 10)
  const picked = things
    .filter(({ created }) => created >= since)
    .filter((thing) => fields.every((field) => query[field] === undefined || query[field] === thing[field]))
    .toReversed()
  const start = picked.findIndex(({ id }) => id === query['starting_after']) + 1
  const data = picked.slice(start, start + limit)
  return { object: 'list', url: '/v1', has_more: picked.length > start + limit, data }
}

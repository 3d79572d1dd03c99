import express, { Router } from 'express'
import type { Session, StripeAccount } from './account.ts'
import { answerDeclined } from './api.ts'
import type { Deliveries } from './deliveries.ts'

/** How long Stripe holds a buyer for the shop's webhook before redirecting them back. */
const patienceMs = 10_000

/** The page where a buyer pays, in French, without a card. */
export function checkoutPage(account: StripeAccount, deliveries: Deliveries): Router {
  const page = Router()
  page.get('/:id', ({ params }, response) => {
    response.set('Cache-Control', 'no-store').send(render(account.session(params.id)))
  })
  page.get('/:id/invoice', ({ params }, response) => {
    response.set('Cache-Control', 'no-store').send(renderInvoice(account.session(params.id)))
  })
  page.post('/:id', express.urlencoded({ extended: false }), async ({ params, body }, response) => {
    const session = account.pay(params.id, { delayed: body?.['moyen'] === 'prelevement' })
    const enough = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
    await Promise.race([deliveries.settled(), enough])
    response.redirect(303, session.success_url)
  })
  page.use(answerDeclined)
  return page
}

function render(session: Session): string {
  const price = priceOf(session)
  const open = `<form method="post">
      <button name="moyen" value="carte">Payer ${price}</button>
      <button name="moyen" value="prelevement" class="quiet">Payer par prélèvement</button>
    </form>
    <p><a href="${escape(session.cancel_url)}">Annuler</a></p>`
  const closed = `<p>Ce paiement n’est plus possible.</p><p><a href="${escape(session.cancel_url)}">Revenir</a></p>`
  return sheet(
    'Paiement d’essai',
    `<p>Aucune carte n’est débitée : cette page remplace celle de Stripe.</p>
    <p>${escape(session.description)} : <strong>${price}</strong></p>
    ${session.status === 'open' ? open : closed}`,
  )
}

function renderInvoice(session: Session): string {
  return sheet(
    'Facture d’essai',
    `<p>${escape(session.description)} : <strong>${priceOf(session)}</strong></p>`,
  )
}

function priceOf({ currency, amount_total: cents }: Session): string {
  return new Intl.NumberFormat('fr-FR', { style: 'currency', currency }).format(cents / 100)
}

function sheet(title: string, body: string): string {
  return `<!doctype html>
<html lang="fr">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title}</title>
  <style>
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 24rem; margin: 3rem auto; padding: 0 1rem }
    button { display: block; width: 100%; font: inherit; padding: .75rem; margin: .75rem 0; border: 0; border-radius: .5rem; background: #14532d; color: #fff }
    .quiet { background: #e5e7eb; color: #111 }
  </style>
  <main>
    <h1>${title}</h1>
    ${body}
  </main>
</html>`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}

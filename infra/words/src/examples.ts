import { WebhookEvent, type AnyEventType } from '@equerre/contract/events'
import type { Language } from '@equerre/contract/language'
import type { Examples } from '@equerre/contract/openapi'
import { plainFacts } from '@equerre/contract/problems'
import en from './en/replies.json' with { type: 'json' }
import fr from './fr/replies.json' with { type: 'json' }
import { renderProblem } from './render-problem.ts'

const replies = { fr, en }
/** Of no request. */
const requestId = '3f2b6c1e-8a4d-4c57-9e21-6d0f5b7a9c13'

/** What the contract's document shows of each call, in one language: all of it went over the wire, but for the refusals. */
export function examplesIn(language: Language): Examples {
  const shown = replies[language]
  return {
    bodies: bodiesFor(shown),
    events: eventsFor(shown),
    replies: shown,
    running: {
      id: shown.rectify.id,
      ingestion_id: shown.ingest.ingestion_id,
      step: 'rectify',
      state: 'queued',
    },
    problem: (code) => ({ ...renderProblem(plainFacts(code), language), request_id: requestId }),
  }
}

function bodiesFor({ ingest, rectify, listWithdrawalOffers }: (typeof replies)[Language]) {
  const { ingestion_id } = ingest
  const url = 'https://exemple.test/photos/facture.jpg'
  return {
    ingest: { url },
    oneShot: { url, options: { dpi: 300, format: 'pdf', text: true } },
    detect: { ingestion_id },
    rectify: { ingestion_id, options: { dpi: 300, format: 'pdf', text: true } },
    assemble: { title: 'Notes de frais', pages: [{ rectify_id: rectify.id, name: 'Ticket' }] },
    createBatch: {
      items: [
        { url, reference: 'F-2027-118', group: 'Mars' },
        { ingestion_id, reference: 'F-2027-119', group: 'Mars' },
      ],
      options: { format: 'pdf' },
      assembly: {},
    },
    confirmWithdrawal: {
      purchase_id: listWithdrawalOffers.offers[0]!.purchase_id,
      name: 'Claire Aubry',
      email: 'claire@exemple.test',
    },
    createWebhook: {
      url: 'https://exemple.test/equerre',
      events: ['rectification.finished' as const, 'rectification.failed' as const],
    },
    createKey: { name: 'Scanner', scopes: ['straighten'], credits_per_month: 500 },
    changeKey: { credits_per_month: 1_000 },
  }
}

/** What is told of the page, the batch and the webhook that the replies show. */
function eventsFor({ ingest, rectify, getBatch, createWebhook }: (typeof replies)[Language]) {
  const { id, items, credits_charged } = getBatch
  const step = {
    job_id: rectify.id,
    job_path: `/api/v1/detourage/jobs/${rectify.id}`,
    ingestion_id: ingest.ingestion_id,
    page: 1,
    status: 'OK',
    code: null,
    credits_charged: 0,
    test: false,
  }
  const failed = { ...step, status: null, code: 'internal' }
  const paid = { ...step, credits_charged: 1 }
  const batch = { batch_id: id, batch_path: `/api/v1/detourage/batches/${id}`, test: false }
  const data: { readonly [Type in AnyEventType]: object } = {
    'ingestion.finished': step,
    'ingestion.failed': { ...failed, code: 'unreadable_file' },
    'detection.finished': step,
    'detection.failed': failed,
    'rectification.finished': paid,
    'rectification.failed': failed,
    'assembly.finished': step,
    'assembly.failed': failed,
    'batch.finished': { ...batch, state: 'finished', items, credits_charged },
    'batch.failed': {
      ...batch,
      state: 'cancelled',
      items: { ...items, done: 0, cancelled: items.total },
      credits_charged: 0,
    },
    'review.required': { ...paid, status: 'REVIEW_REQUIRED' },
    'credits.low': { credits: 9, threshold: 10 },
    'webhook.test': { webhook_id: createWebhook.id },
  }
  const told = Object.entries(data).map(([type, each]) => {
    return [type, WebhookEvent.parse({ type, timestamp: getBatch.ended_at, data: each })] as const
  })
  return Object.fromEntries(told) as { [Type in AnyEventType]: WebhookEvent }
}

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
  return {
    detect: { ingestion_id },
    rectify: { ingestion_id, options: { dpi: 300, format: 'pdf', text: true } },
    assemble: { title: 'Notes de frais', pages: [{ rectify_id: rectify.id, name: 'Ticket' }] },
    createBatch: {
      items: [
        { url: 'https://exemple.test/photos/facture.jpg', reference: 'F-2027-118', group: 'Mars' },
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

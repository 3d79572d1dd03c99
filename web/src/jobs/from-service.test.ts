import { quadOfTurnedPage } from '@equerre/geometry/quad'
import { expect, test } from 'vitest'
import { detectReply, doubtfulReply, ingestReply, rectifyReply } from '../../test/replies.ts'
import type { ServiceFile } from '../api/files.ts'
import { cardsFromService, isOpenable } from './from-service.ts'
import { correctionCost, isFinished, isFolder, isReady, isUncertain } from './job.ts'

const [detect, rectify] = [detectReply(), rectifyReply()]
const straightened = { page: 1, detect, rectify, free_corrections: 5, free_renderings: 20, documents: [] }
const free = { freeCorrectionsPerCapture: 5, renderingsPerCapture: 20 }

function file({ pages = [straightened], ...rest }: Partial<ServiceFile> = {}): ServiceFile {
  const ingest = ingestReply(pages.length)
  const times = { created_at: '2026-11-21T00:00:00.000Z', expires_at: ingest.expires_at }
  const { ingestion_id: id, name, size } = ingest
  return { id, name, size, status: 'done', ...times, ingest, pages, jobs: [], error: null, ...rest }
}

test('an image straightened elsewhere becomes one finished card with its remaining free corrections', () => {
  const [card, ...others] = cardsFromService(file(), free)
  expect(others).toEqual([])
  expect(card).toMatchObject({ status: 'done', receivedAs: rectify.ingestion_id, rectify, corners: null })
  expect([5, 1, 0].map((left) => correctionCost(openedWith(left), 5))).toEqual([0, 0, 1])
})

test('corners placed by hand are kept', () => {
  const moved = { ...rectify, corners: rectify.corners.toSpliced(2, 1, [0.9, 0.8]) as typeof rectify.corners }
  const [card] = cardsFromService(file({ pages: [{ ...straightened, rectify: moved }] }), free)
  expect(card!.corners).toEqual(moved.corners)
})

test('a page turned elsewhere keeps the detected corners, and the renderings that are left', () => {
  const opened = (served: Partial<typeof rectify>, free_renderings: number) =>
    cardsFromService(
      file({ pages: [{ ...straightened, rectify: { ...rectify, ...served }, free_renderings }] }),
      free,
    )[0]
  const turned = opened({ corners: quadOfTurnedPage(rectify.corners, 90), turn: 90 }, 18)
  expect(turned).toMatchObject({ corners: null, freeRenderings: 2 })
  expect(opened({ capture_id: null }, 0)).toMatchObject({ freeRenderings: 0 })
})

test('each document straightened elsewhere becomes a card of its own', () => {
  const found = { ...detect, documents: [detect, detect].map((each) => ({ ...each, reasons: [] })) }
  const documents = [1, 2].map((document) => ({
    document,
    rectify: { ...rectify, document, id: `6fa459ea-ee8a-4ca4-894e-db77e160355${document}` },
    free_corrections: document,
    free_renderings: 20,
    captured: [rectify.corners],
  }))
  const cards = cardsFromService(file({ pages: [{ ...straightened, detect: found, documents }] }), free)
  const { ingestion_id: id } = rectify
  expect(cards).toMatchObject([
    { id, document: 1, status: 'done', captured: [rectify.corners], rectify: { document: 1 } },
    { id: `${id}-d2`, document: 2, status: 'done', rectify: { document: 2 } },
  ])
  expect(cards.map((card) => card.paid * 5 - card.corrections)).toEqual([1, 2])
  const [single] = cardsFromService(
    file({ pages: [{ ...straightened, detect: found, documents: documents.slice(1) }] }),
    free,
  )
  expect(single).toMatchObject({ id, document: null, captured: [rectify.corners] })
})

test('an unfinished page does not resume by itself, because it might be paid for twice', () => {
  const [none, missing] = [
    { rectify: null, free_corrections: 0, free_renderings: 0, documents: [] },
    detectReply('NOT_FOUND'),
  ]
  const pages = [straightened, { page: 2, detect, ...none }, { page: 3, detect: null, ...none }]
  const [folder, ...cards] = cardsFromService(
    file({ pages: [...pages, { page: 4, detect: missing, ...none }] }),
    free,
  )
  expect(isFolder(folder!)).toBe(true)
  expect(cards.map(({ page, parent }) => [page, parent])).toEqual(
    [1, 2, 3, 4].map((page) => [page, folder!.id]),
  )
  expect(cards.map(isFinished)).toEqual([true, false, false, true])
  expect([folder!, ...cards].filter(isReady)).toEqual([])
})

test('a page of which nothing was made elsewhere is as its detection left it', () => {
  const artifacts = { ...rectify.artifacts, warped_path: null, screen_path: null, thumb_path: null }
  const nothing = { ...rectify, mime: null, width: null, height: null, artifacts }
  const page = { ...straightened, detect: doubtfulReply(), rectify: nothing, free_corrections: 0 }
  const [card] = cardsFromService(file({ pages: [page] }), free)
  expect(card).toMatchObject({ status: 'detected', rectify: null, held: null })
  expect(isUncertain(card!)).toBe(true)
})

test('a file that could not be read or is being processed cannot be opened', () => {
  const running = {
    id: rectify.id,
    ingestion_id: rectify.ingestion_id,
    step: 'rectify',
    state: 'running',
  } as const
  expect([file(), file({ ingest: null }), file({ jobs: [running] })].map(isOpenable)).toEqual([
    true,
    false,
    false,
  ])
})

function openedWith(free_corrections: number) {
  return cardsFromService(file({ pages: [{ ...straightened, free_corrections }] }), free)[0]!
}

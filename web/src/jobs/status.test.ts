import { expect, test } from 'vitest'
import { detectReply, doubtfulReply, ingestReply, rectifyReply } from '../../test/replies.ts'
import { newJob } from './job.ts'
import type { Job } from './job.ts'
import { doubtsOf, folderStatus, railOf, statusOf } from './status.ts'

const base = newJob({ id: 'a', name: 'a.jpg', size: 1, kind: 'image' })
const done: Job = {
  ...base,
  status: 'done',
  ingest: ingestReply(),
  detect: detectReply(),
  rectify: rectifyReply(),
}
const words = (job: Job) => statusOf(job).text.replace(/\s/g, ' ')

test.each([
  [base, 'En file d’attente'],
  [{ ...base, held: 'credits' }, 'En attente de crédits'],
  [{ ...base, held: 'choice' }, 'Page non traitée'],
  [{ ...base, status: 'uploading', progress: 0.42 }, 'Envoi… 42 %'],
  [{ ...base, status: 'ingested' }, 'Reçu'],
  [{ ...base, status: 'detecting' }, 'Détection…'],
  [{ ...base, status: 'detected', detect: detectReply() }, 'Zone détectée'],
  [{ ...base, status: 'detected', detect: detectReply('NOT_FOUND') }, 'Aucun bord détecté'],
  [{ ...base, status: 'detected', detect: doubtfulReply() }, 'À vérifier'],
  [{ ...base, status: 'rectifying' }, 'Redressement…'],
  [done, 'Terminé'],
  [{ ...done, detect: detectReply('REVIEW_REQUIRED') }, 'À vérifier'],
  [{ ...base, status: 'error', failedStep: 'detect' }, 'Erreur'],
  [{ ...base, status: 'error' }, 'Fichier effacé'],
] as [Job, string][])('shows the status of a card: %#', (job, text) => {
  expect(words(job)).toBe(text)
})

test('a card to review says why, also where a detection of the previous release did not', () => {
  expect(doubtsOf({ ...done, detect: doubtfulReply() })).toMatch(/^Un document se devine/)
  expect(doubtsOf({ ...done, detect: detectReply('REVIEW_REQUIRED') })).toMatch(/^La zone n’est pas certaine/)
})

test('the rail shows each step as done, doubtful, failed or to come', () => {
  const tones = (job: Job) => railOf(job).map(({ tone }) => tone)
  expect(tones(base)).toEqual(['todo', 'todo', 'todo'])
  expect(tones({ ...base, status: 'uploading' })).toEqual(['run', 'todo', 'todo'])
  expect(tones({ ...done, detect: detectReply('REVIEW_REQUIRED') })).toEqual(['ok', 'review', 'ok'])
  const failed: Job = { ...done, rectify: null, status: 'error', failedStep: 'rectify' }
  expect(tones(failed)).toEqual(['ok', 'ok', 'error'])
})

test('a PDF shows its pages’ first problem, and « Terminé » only when all are done', () => {
  const failed: Job = { ...done, status: 'error' }
  expect(folderStatus([done, done]).text).toBe('Terminé')
  expect(folderStatus([done, failed]).tone).toBe('error')
  expect(folderStatus([done, { ...done, status: 'detecting' }]).text).toBe('Détection…')
  expect(folderStatus([done, { ...base, status: 'ingested' }]).text.replace(/\s/g, ' ')).toBe('1 sur 2 pages')
  expect(folderStatus([done, { ...base, status: 'ingested', held: 'credits' }]).text).toBe(
    'En attente de crédits',
  )
})

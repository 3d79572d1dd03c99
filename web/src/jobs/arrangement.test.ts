import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arranged, arrangedFiles, moved, tilesOf } from './arrangement.ts'
import { newJob } from './job.ts'
import type { Job } from './job.ts'
import { reduceJobs } from './reducer.ts'

const job = (id: string, facts: Partial<Job> = {}): Job => ({
  ...newJob({ id, name: `${id}.jpg`, size: 1, kind: 'image' }),
  ...facts,
})
const ids = (jobs: readonly Job[]) => jobs.map(({ id }) => id)
const pdf = [job('pdf', { pages: 2 }), job('p1', { parent: 'pdf' }), job('p2', { parent: 'pdf' })]
const unchosen = pdf.map((one): Job => ({ ...one, held: 'choice' }))

test('what nobody has moved lies as it came, behind what was', () => {
  const jobs = [job('a'), job('b', { place: 1 }), job('c', { place: 0 }), job('d')]
  expect(ids(arranged(jobs))).toEqual(['c', 'b', 'a', 'd'])
  const { place: _, ...former } = job('old')
  expect(ids(arranged([former as Job, job('b', { place: 0 })]))).toEqual(['b', 'old'])
})

test('a PDF is one tile until its pages are chosen, then each page is one that can go anywhere', () => {
  expect(ids(tilesOf([job('a'), ...unchosen]))).toEqual(['a', 'pdf'])
  expect(ids(tilesOf([job('a'), ...pdf]))).toEqual(['a', 'p1', 'p2'])
  const mixed = reduceJobs([...pdf, job('a')], { type: 'placed', ids: ['p2', 'a', 'p1'] })
  expect(ids(tilesOf(mixed))).toEqual(['p2', 'a', 'p1'])
  expect(ids(arrangedFiles([job('b'), ...mixed]))).toEqual(['pdf', 'a', 'b'])
})

test('pages that are chosen later appear where their PDF was put', () => {
  const placed = reduceJobs([job('a'), ...unchosen, job('b')], { type: 'placed', ids: ['pdf', 'b', 'a'] })
  expect(ids(tilesOf(placed))).toEqual(['pdf', 'b', 'a'])
  const chosen = reduceJobs(placed, { type: 'released', ids: ['pdf', 'p1', 'p2'] })
  expect(ids(tilesOf(chosen))).toEqual(['p1', 'p2', 'b', 'a'])
})

test('a card that stays where it is stays the same card', () => {
  const before = reduceJobs([job('a'), job('b'), job('c')], { type: 'placed', ids: ['a', 'b', 'c'] })
  const after = reduceJobs(before, { type: 'placed', ids: ['a', 'c', 'b'] })
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})

test('a tile goes to its new place among those that are shown, and nothing else changes its neighbours', () => {
  const all = ['a', 'b', 'c', 'd', 'e']
  expect(moved(all, { id: 'a', to: 2, shown: all })).toEqual(['b', 'c', 'a', 'd', 'e'])
  expect(moved(all, { id: 'e', to: 0, shown: all })).toEqual(['e', 'a', 'b', 'c', 'd'])
  expect(moved(all, { id: 'a', to: 4, shown: all })).toEqual(['b', 'c', 'd', 'e', 'a'])
  // Hidden by a filter: b and d.
  expect(moved(all, { id: 'e', to: 1, shown: ['a', 'c', 'e'] })).toEqual(['a', 'b', 'e', 'c', 'd'])
  expect(moved(all, { id: 'a', to: 2, shown: ['a', 'c', 'e'] })).toEqual(['b', 'c', 'd', 'e', 'a'])
  expect(moved(['a'], { id: 'a', to: 0, shown: ['a'] })).toEqual(['a'])
})

test('no tile is lost or doubled, whatever is moved where', () => {
  const cases = fc
    .uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 })
    .chain((all) => fc.tuple(fc.constant(all), fc.subarray(all, { minLength: 1 }), fc.nat(), fc.nat()))
  fc.assert(
    fc.property(cases, ([all, shown, which, to]) => {
      const id = shown[which % shown.length]!
      const order = moved(all, { id, to: to % shown.length, shown })
      expect(order.toSorted()).toEqual(all.toSorted())
      expect(order.filter((other) => other !== id)).toEqual(all.filter((other) => other !== id))
      expect(order.filter((other) => shown.includes(other)).indexOf(id)).toBe(to % shown.length)
    }),
  )
})

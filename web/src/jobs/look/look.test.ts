import { quadOfTurnedPage } from '@equerre/geometry/quad'
import { expect, test } from 'vitest'
import { detectReply, ingestReply, rectifyReply } from '../../../test/replies.ts'
import { defaultSettings } from '../intake/options.ts'
import { newJob } from '../job.ts'
import type { Job } from '../job.ts'
import { reduceJobs } from '../reducer.ts'
import {
  hasBend,
  lookAfter,
  madeLook,
  modeOf,
  renderingCost,
  renderRequest,
  sameLook,
  shownLook,
} from './look.ts'
import type { Look, Wanted } from './look.ts'

const capture: Job = {
  ...newJob({ id: 'a', name: 'a.jpg', size: 1, kind: 'image' }),
  status: 'done',
  ingest: ingestReply(),
  detect: detectReply(),
  rectify: rectifyReply(),
  options: defaultSettings.options,
  paid: 1,
}
const correction: Job = { ...capture, rectify: { ...rectifyReply(), capture_id: null } }
const free = { renderingsPerCapture: 20, freeCorrectionsPerCapture: 5 }
const photo: Look = { filter: 'color', relighting: false, turn: 0, flatten: 'auto' }
const agreed = (look: Partial<Look>): Wanted => ({ ...photo, ...look, agreed: false })
const { options } = defaultSettings

test('a look is one of three modes, and turns by quarters without end', () => {
  expect(modeOf(photo)).toBe('photo')
  expect(modeOf(lookAfter(photo, 'scan'))).toBe('scan')
  expect(modeOf(lookAfter(photo, 'bw'))).toBe('bw')
  expect(modeOf({ filter: 'gray', relighting: false })).toBeNull()
  let look = lookAfter(photo, 'bw')
  const turns = [1, 2, 3, 4].map(() => (look = lookAfter(look, 'turn')).turn)
  expect(turns).toEqual([90, 180, 270, 0])
  expect(look).toEqual(lookAfter(photo, 'bw'))
})

test('a page without a result, or made by a previous release, has no look to change', () => {
  expect(madeLook(capture)).toEqual(photo)
  expect(madeLook({ ...capture, status: 'detected' })).toBeNull()
  const { capture_id: _, ...former } = rectifyReply()
  expect(madeLook({ ...capture, rectify: former as Job['rectify'] })).toBeNull()
})

test('G07: renderings of a capture are free up to its limit, those of a free correction are corrections', () => {
  const cost = (job: Job, before = 0) => renderingCost(job, free, before)
  expect([0, 19, 20].map((freeRenderings) => cost({ ...capture, freeRenderings }))).toEqual([0, 0, 1])
  expect(cost({ ...capture, freeRenderings: 19 }, 1)).toBe(1)
  expect([4, 5].map((corrections) => cost({ ...correction, corrections }))).toEqual([0, 1])
})

test('a capture is named, a free correction is asked for again by its corners', () => {
  const look: Look = { filter: 'bw', relighting: false, turn: 90, flatten: 'off' }
  expect(renderRequest(capture, look, options)).toEqual({ render_of: rectifyReply().id, ...look })
  expect(renderRequest(correction, look, options)).toMatchObject({
    dpi: 300,
    filter: 'bw',
    corners: quadOfTurnedPage(rectifyReply().corners, 90),
  })
})

test('a page that is read keeps its text in every further look', () => {
  const read = lookAfter(photo, 'text')
  expect(lookAfter(lookAfter(read, 'turn'), 'bw')).toMatchObject({ text: true, turn: 90 })
  expect(renderRequest(capture, read, options)).toEqual({
    render_of: rectifyReply().id,
    ...photo,
    text: true,
  })
  const artifacts = { ...rectifyReply().artifacts, plain_text_path: '/text.txt' }
  const made = { ...capture, rectify: { ...rectifyReply(), artifacts } }
  expect(madeLook(made)).toEqual(read)
  expect([sameLook(photo, read), sameLook(read, lookAfter(read, 'text'))]).toEqual([false, true])
})

const { id } = capture
const event = (job: Job, what: Parameters<typeof reduceJobs>[1]) => reduceJobs([job], what)[0]!
const want = (job: Job, look: Wanted | null) => event(job, { type: 'wanted', id, look })

test('a card shows what is wanted at once, and nothing is wanted that it is already', () => {
  const turned = want(capture, agreed({ turn: 90 }))
  expect(shownLook(turned)).toMatchObject({ turn: 90 })
  expect(want(turned, agreed({ turn: 0 })).wanted).toBeNull()
  expect(want({ ...capture, status: 'error' }, agreed({ turn: 90 })).wanted).toBeNull()
})

const made = (look: Look) => ({ ...rectifyReply(), id: 'made', ...look })
const render = (job: Job, look: Look, { charged = 0, reply = made(look) } = {}) =>
  event(job, { type: 'rendered', id, of: job.rectify!.id, look, reply, charged })

test('a rendering replaces the result and is counted; one that was paid for is a capture of its own', () => {
  const look: Look = { ...photo, turn: 90 }
  const job = render(want({ ...capture, freeRenderings: 19 }, agreed(look)), look)
  expect(job).toMatchObject({
    wanted: null,
    freeRenderings: 20,
    renderings: 1,
    paid: 1,
    rectify: { id: 'made' },
  })
  expect(render(want(job, agreed({})), photo, { charged: 1 })).toMatchObject({
    freeRenderings: 0,
    renderings: 2,
    paid: 2,
  })
})

test('a correction rendered again counts as a correction, and turns count from the page as it is', () => {
  const look: Look = { ...photo, turn: 90 }
  const twice = want(want(correction, agreed(look)), agreed({ turn: 180 }))
  const reply = { ...made(photo), capture_id: null as never }
  const job = render(twice, look, { reply })
  expect(job).toMatchObject({ corrections: 1, freeRenderings: 0, wanted: { turn: 90 } })
})

test('what is wanted meanwhile remains, and a correction made meanwhile wins', () => {
  const [first, second]: Look[] = [
    { ...photo, turn: 90 },
    { ...photo, turn: 180 },
  ]
  const job = want(want(capture, agreed(first!)), agreed(second!))
  expect(render(job, first!).wanted).toMatchObject({ turn: 180 })
  const corrected = event(job, { type: 'corrected', id, corners: rectifyReply().corners, options })
  expect(corrected.wanted).toBeNull()
  const late = event(corrected, {
    type: 'rendered',
    id,
    of: rectifyReply().id,
    look: first!,
    reply: made(first!),
    charged: 0,
  })
  expect(late).toBe(corrected)
})

test('a failure keeps the page and says so; after a refusal the next try is a new request', () => {
  const fail = (final: boolean) =>
    event(want(capture, agreed({ turn: 90 })), {
      type: 'notRendered',
      id,
      failure: { text: 'x', final, requestId: null },
    })
  expect(fail(false)).toMatchObject({
    wanted: null,
    rectify: capture.rectify,
    renderings: 0,
    renderFailure: { text: 'x' },
  })
  expect(fail(true).renderings).toBe(1)
  expect(want(fail(true), agreed({ turn: 90 })).renderFailure).toBeNull()
})

test('a curved page is flattened or not by one press, and only where it is known to be curved', () => {
  const curved = { ...rectifyReply(), bend: 0.02, flattened: true }
  const off = { ...curved, flattened: false, flatten: 'off' as const }
  const of = (rectify: Job['rectify']) => hasBend({ ...capture, rectify })
  // Flattened, not to be, flat, and left as its shape is not certain.
  expect([of(curved), of(off), of(rectifyReply()), of({ ...curved, flattened: false })]).toEqual([
    true,
    true,
    false,
    false,
  ])
  const look = lookAfter(madeLook({ ...capture, rectify: curved })!, 'flat')
  expect(look.flatten).toBe('off')
  expect(lookAfter(look, 'flat').flatten).toBe('auto')
  expect(sameLook(look, photo)).toBe(false)
  expect(renderRequest(capture, look, options)).toMatchObject({ flatten: 'off' })
  const former = { ...rectifyReply(), flattened: null }
  expect(renderRequest({ ...capture, rectify: former }, look, options)).not.toHaveProperty('flatten')
})

import { expect, test } from 'vitest'
import { HttpError } from '../../api/client.ts'
import { ingestReply, rectifyReply } from '../../../test/replies.ts'
import { defaultSettings } from '../intake/options.ts'
import { newJob } from '../job.ts'
import type { Job } from '../job.ts'
import { reduceJobs } from '../reducer.ts'
import { lookAfter, renderingCost, shownLook } from './look.ts'
import type { Change } from './look.ts'
import { createRenderer } from './renderer.ts'
import type { RendererPorts } from './renderer.ts'
import type { RenderingEvent } from './rendered.ts'

/** A desk of finished pages and a service in memory, whose answers come when they are let go. */
function world({ pages = 1, free = 20, pace = 1 } = {}) {
  let jobs: readonly Job[] = Array.from({ length: pages }, (_, index) => ({
    ...newJob({ id: `${index}`, name: `${index}.jpg`, size: 1, kind: 'image' as const }),
    status: 'done' as const,
    ingest: ingestReply(),
    rectify: rectifyReply(),
    paid: 1,
  }))
  const asked: { readonly options: object; readonly key: string }[] = []
  const open: (() => void)[] = []
  let failure: Error | null = null
  const dispatch = (event: RenderingEvent) => (jobs = reduceJobs(jobs, event))
  const ports: RendererPorts = {
    jobs: () => jobs,
    dispatch,
    rectify: async (_, options, { idempotencyKey }) => {
      asked.push({ options, key: idempotencyKey })
      await new Promise<void>((resolve) => open.push(resolve))
      if (failure) throw failure
      const { filter, relighting, turn } = options as ReturnType<typeof rectifyReply>
      const reply = { ...rectifyReply(), id: `made-${asked.length}`, filter, relighting, turn }
      return { reply, creditsCharged: 0, creditsLeft: null }
    },
    cost: (job) => renderingCost(job, { renderingsPerCapture: free }),
    withPicture: async (_, work) => work(),
    noteCredits: () => undefined,
    explain: (error) => ({ text: String(error), final: false, requestId: null }),
    withLock: (_, work) => work(),
    pace: () => pace,
    options: () => defaultSettings.options,
    rest: async () => undefined,
  }
  const renderer = createRenderer(ports)
  const tick = () => new Promise((resolve) => setTimeout(resolve))
  return {
    renderer,
    asked,
    jobs: () => jobs,
    remove: (id: string) => (jobs = reduceJobs(jobs, { type: 'removed', ids: [id] })),
    want: async (id: string, change: Change) => {
      const job = jobs.find((one) => one.id === id)!
      dispatch({ type: 'wanted', id, look: { ...lookAfter(shownLook(job)!, change), agreed: false } })
      renderer.wake()
      await tick()
    },
    answer: async (error: Error | null = null) => {
      failure = error
      open.shift()!()
      await tick()
    },
  }
}

test('what is pressed while a rendering is made is asked for once, by the last of it', async () => {
  const { want, answer, asked, jobs, renderer } = world()
  for (const change of ['turn', 'turn', 'turn', 'bw'] as const) await want('0', change)
  await answer()
  await answer()
  await renderer.settle(['0'])
  expect(asked.map(({ options }) => options)).toEqual([
    expect.objectContaining({ turn: 90, filter: 'color' }),
    expect.objectContaining({ turn: 270, filter: 'bw' }),
  ])
  expect(new Set(asked.map(({ key }) => key)).size).toBe(2)
  expect(jobs()[0]).toMatchObject({ wanted: null, freeRenderings: 2 })
})

test('pages are rendered at the chosen pace, all of them', async () => {
  const { want, answer, asked, jobs } = world({ pages: 5, pace: 2 })
  for (const id of ['0', '1', '2', '3', '4']) await want(id, 'bw')
  expect(asked).toHaveLength(2)
  for (let page = 0; page < 5; page++) await answer()
  expect(jobs().map(({ wanted, rectify }) => [wanted, rectify?.filter])).toEqual(Array(5).fill([null, 'bw']))
})

test('nothing is asked for that would cost a credit nobody agreed to', async () => {
  const { want, asked, jobs } = world({ free: 0 })
  await want('0', 'turn')
  expect(asked).toEqual([])
  expect(jobs()[0]!.wanted).toBeNull()
})

test('after a lost answer the same rendering is the same request', async () => {
  const { want, answer, asked, jobs } = world()
  await want('0', 'turn')
  await answer(new Error('cut off'))
  expect(jobs()[0]).toMatchObject({
    wanted: null,
    renderFailure: { text: 'Error: cut off' },
    rectify: rectifyReply(),
  })
  await want('0', 'turn')
  await answer()
  expect(asked[0]!.key).toBe(asked[1]!.key)
  expect(jobs()[0]).toMatchObject({ renderFailure: null, rectify: { turn: 90 } })
})

test('when the session ends the page keeps its look, without a failure of its own', async () => {
  const { want, answer, asked, jobs } = world()
  await want('0', 'turn')
  await answer(new HttpError(401, 'Votre session a pris fin.', { sessionEnded: true }))
  expect(asked).toHaveLength(1)
  expect(jobs()[0]).toMatchObject({ wanted: null, renderFailure: null, rectify: rectifyReply() })
})

test('of a card that was removed no more is asked, and its late answer brings nothing back', async () => {
  const { want, answer, asked, renderer, jobs, remove } = world()
  await want('0', 'turn')
  await want('0', 'turn')
  renderer.abort('0')
  remove('0')
  await answer()
  await renderer.settle(['0'])
  expect(asked).toHaveLength(1)
  expect(jobs()).toEqual([])
})

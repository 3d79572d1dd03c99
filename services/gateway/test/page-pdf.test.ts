import type { RectifyReply } from '@equerre/contract/detourage'
import { RectifyJob, type RectifyResult } from '@equerre/contract/jobs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { stepAnswer } from '../src/core/answer.ts'
import type { Step } from '../src/core/step.ts'
import { requestStep, type StepRequest } from '../src/flow/request-step.ts'
import { findIngestion } from '../src/store/ingestions.ts'
import { findStep, listSteps } from '../src/store/steps.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { end, guestWithFile, made } from './support/ready-file.ts'

/** The options of a page's own PDF, without a worker. */

const parts = useGatewayParts()
let ctx: Context
beforeEach(() => {
  ctx = parts.ctx()
})

const asked = { format: 'pdf', compression: 'jpeg', standard: 'pdfa-2b', max_bytes: 5_000 } as const
const refused = (sentence: string) => expect.objectContaining({ facts: { sentence, params: {} } })

async function ask(request: StepRequest, options: object) {
  const { stepId } = await requestStep(ctx, { ...request, options })
  return (await findStep(ctx.db, stepId)) as Step<'rectify'>
}

/** A page that a worker made so many bytes of; one of the previous release does not say. */
async function page(options: object, bytes?: number) {
  const request = await guestWithFile(ctx)
  const { id } = await ask(request, options)
  const result: RectifyResult = { ...made, ...(bytes !== undefined && { bytes }) }
  await end(ctx, id, { state: 'done', result })
  return { request, id }
}

async function replyOf(stepId: string) {
  const step = (await findStep(ctx.db, stepId))!
  const reply = stepAnswer(step, (await findIngestion(ctx.db, step.ingestionId))!).body as RectifyReply
  const { bytes, standard, compression, max_bytes_met, reduced, artifacts } = reply
  return { pdf: { bytes, standard, compression, max_bytes_met }, reduced, path: artifacts.warped_path }
}

describe('a page as PDF', () => {
  it('is made as asked, or as light as it gets; workers learn it beside options that they may refuse', async () => {
    const requests = [await guestWithFile(ctx), await guestWithFile(ctx)]
    await ask(requests[0]!, asked)
    await ask(requests[1]!, { format: 'pdf' })
    const jobs = (await ctx.queues['vision-rectify'].getJobs()).map(({ data }) => RectifyJob.parse(data))
    const jobOf = ({ ingestionId }: StepRequest) => jobs.find((job) => job.ingestionId === ingestionId)!
    expect(requests.map((request) => jobOf(request).pdf)).toEqual([
      { standard: 'pdfa-2b', compression: 'jpeg', maxBytes: 5_000 },
      { standard: 'pdf', compression: 'auto', maxBytes: null },
    ])
    for (const name of ['compression', 'standard', 'max_bytes'])
      for (const { options } of jobs) expect(options).not.toHaveProperty(name)
  })

  it('says what it is', async () => {
    const { max_bytes: _, ...ofAnySize } = asked
    const cases = [
      [ofAnySize, 9_000, ['jpeg', 'pdfa-2b', null]],
      [asked, 5_000, ['jpeg', 'pdfa-2b', true]],
      [asked, 5_001, ['jpeg', 'pdfa-2b', false]],
      [{ format: 'pdf' }, 9_000, ['auto', 'pdf', null]],
      [{ format: 'png' }, 9_000, [null, null, null]],
      // A worker of the previous release writes PDFs in its own way.
      [asked, undefined, ['jpeg', 'pdf', null]],
    ] as const
    for (const [options, bytes, [compression, standard, max_bytes_met]] of cases) {
      const { id } = await page(options, bytes)
      expect((await replyOf(id)).pdf).toEqual({ bytes: bytes ?? null, compression, standard, max_bytes_met })
    }
  })

  it('happens once with a key, and compressed otherwise is another request', async () => {
    const keyed = { ...(await guestWithFile(ctx)), idempotencyKey: 'k', options: asked }
    const first = await requestStep(ctx, keyed)
    expect(await requestStep(ctx, keyed)).toEqual({ stepId: first.stepId, replayed: true })
    const other = requestStep(ctx, { ...keyed, options: { ...asked, compression: 'auto' } })
    await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('alone has these options', async () => {
    const request = await guestWithFile(ctx)
    const capture = await page({})
    for (const option of [{ compression: 'auto' }, { standard: 'pdf' }, { max_bytes: 9_000 }]) {
      await expect(ask(request, option)).rejects.toEqual(refused('pdf_option'))
      const render = { render_of: capture.id, ...option }
      await expect(ask(capture.request, render)).rejects.toEqual(refused('pdf_option'))
      expect((await ask(capture.request, { ...render, format: 'pdf' })).cost).toBe(0)
    }
  })

  it('rendered again keeps its options, but in no other format', async () => {
    const { id, request } = await page(asked)
    const [lighter, picture] = [{ compression: 'auto' }, { format: 'webp' }]
    const inputs = [lighter, picture].map(
      async (more) => (await ask(request, { render_of: id, ...more })).input,
    )
    const [again, other] = await Promise.all(inputs)
    expect(again!.options).toMatchObject({ ...asked, compression: 'auto' })
    expect(Object.keys(other!.options)).toEqual(expect.not.arrayContaining(['standard', 'max_bytes']))
  })

  it('by a worker of the previous release stays what that wrote, also when it is read for an assembly', async () => {
    const { id } = await page({ format: 'pdf' })
    await ctx.db
      .updateTable('steps')
      .set({ text: JSON.stringify({ readId: id, pdfBytes: 6_000 }) })
      .where('id', '=', id)
      .execute()
    expect((await replyOf(id)).pdf).toMatchObject({ bytes: 6_000, compression: 'jpeg', standard: 'pdf' })
  })

  it('counts its text towards its size', async () => {
    const { request, id } = await page({ ...asked, text: true }, 4_000)
    const steps = await listSteps(ctx.db, request.ingestionId)
    const read = steps.find(({ kind }) => kind === 'read')!
    await end(ctx, read.id, { state: 'done', result: { words: 3, pdfBytes: 6_000 } })
    const { pdf, path } = await replyOf(id)
    expect(path).toMatch(/-searchable\.pdf$/)
    expect(pdf).toMatchObject({ bytes: 6_000, max_bytes_met: false })
  })
})

import type { Corners } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { boxQuad, quadIou } from '@equerre/geometry/quad'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Step } from '../src/core/step.ts'
import { requestStep, type StepRequest } from '../src/flow/request-step.ts'
import { readIngestion } from '../src/flow/read-ingestions.ts'
import { findStep, listSteps, type StepEnd } from '../src/store/steps.ts'
import { readBalance } from '../src/store/wallet.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { end, guestWithFile, made } from './support/ready-file.ts'

/** Free corrections against a model of who may have how many: any history, on a real Postgres. */

const freePerCapture = 2
const parts = useGatewayParts({
  FREE_CORRECTIONS_PER_CAPTURE: String(freePerCapture),
  GUEST_WALLETS_PER_NETWORK_PER_DAY: '10000',
  GUEST_CREDITS: '100',
  // No worker takes a step away, so on a slow machine the lane would be found late.
  GUEST_QUEUE_AGE_SECONDS_MAX: '600',
})

/** Three cards side by side; the middle one is the largest. */
const cards = [
  boxAt({ left: 0.05, side: 0.2 }),
  boxAt({ left: 0.3, side: 0.4 }),
  boxAt({ left: 0.75, side: 0.2 }),
] as const
const largest = 2

function boxAt({ left, side, top = 0.1 }: { left: number; side: number; top?: number }): Corners {
  return boxQuad({ left, top, right: left + side, bottom: top + side }) as unknown as Corners
}

const found = cards.map((corners) => ({ corners, confidence: 0.9, status: 'OK' as const, reasons: [] }))
const detection: DetectResult = {
  ...found[largest - 1]!,
  reasons: ['several_documents'],
  alternatives: [],
  documents: found,
}

const action = fc.record({
  page: fc.constantFrom(1, 2),
  /** Undefined: the largest is meant. */
  document: fc.constantFrom(undefined, 1, 2, 3),
  /** Around which card the corners are placed, and how far off; null: no corners. */
  corners: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 3,
      arbitrary: fc.record({
        card: fc.constantFrom(0, 1, 2),
        off: fc.double({ min: -0.15, max: 0.15, noNaN: true }),
      }),
    },
  ),
  end: fc.constantFrom('done', 'done', 'done', 'done', 'failed', 'cancelled', 'running'),
})
type Action = typeof action extends fc.Arbitrary<infer Each> ? Each : never

/** What a page's document has had, as somebody with pencil and paper would write it down. */
type Account = { captured: Corners[]; used: number }

class Model {
  private readonly accounts = new Map<string, Account>()

  of({ page, document = largest }: Pick<Action, 'page' | 'document'>): Account {
    const key = `${page}/${document}`
    const account = this.accounts.get(key) ?? { captured: [], used: 0 }
    this.accounts.set(key, account)
    return account
  }

  left(account: Account): number {
    return account.captured.length * freePerCapture - account.used
  }

  cost(account: Account, corners: Corners | undefined): 0 | 1 {
    if (!corners || this.left(account) <= 0) return 1
    return account.captured.some((quad) => quadIou(quad, corners) >= 0.5) ? 0 : 1
  }
}

const endings: { readonly [How in 'failed' | 'cancelled']: StepEnd } = {
  failed: { state: 'failed', problem: { sentence: 'step_given_up', params: {} } },
  cancelled: { state: 'cancelled' },
}

function cornersOf({ corners }: Action): Corners | undefined {
  if (!corners) return undefined
  const { card, off } = corners
  return cards[card]!.map(([x, y]) => [x + off, y]) as unknown as Corners
}

async function play(request: StepRequest, model: Model, act: Action): Promise<void> {
  const { db } = parts.ctx()
  const { page, document, end: how } = act
  const corners = cornersOf(act)
  const options = { ...(document && { document }), ...(corners && { corners }) }
  const { stepId } = await requestStep(parts.ctx(), { ...request, page, options })
  const step = (await findStep(db, stepId)) as Step<'rectify'>
  const account = model.of(act)
  expect({ act, cost: step.cost }).toEqual({ act, cost: model.cost(account, corners) })
  if (how === 'done') {
    await end(parts.ctx(), stepId, { state: 'done', result: { ...made, corners: step.input.zone!.corners } })
    if (step.cost === 1) account.captured.push(step.input.zone!.corners)
  } else if (how !== 'running') await end(parts.ctx(), stepId, endings[how])
  if (step.cost === 0 && (how === 'done' || how === 'running')) account.used++
}

async function detectAll(request: StepRequest): Promise<void> {
  for (const page of [1, 2]) {
    const { stepId } = await requestStep(parts.ctx(), { ...request, kind: 'detect', page })
    await end(parts.ctx(), stepId, { state: 'done', result: detection })
  }
}

it('G07: any history: corrections are free per page and document, and only where they overlap what was paid', async () => {
  const history = fc.asyncProperty(fc.array(action, { maxLength: 16 }), async (actions) => {
    const request = await guestWithFile(parts.ctx())
    await detectAll(request)
    const { db } = parts.ctx()
    const start = await readBalance(db, request.ownerId)
    const model = new Model()
    for (const act of actions) await play(request, model, act)
    const item = await readIngestion(parts.ctx(), request.ingestionId, { id: request.ownerId, test: false })
    for (const { page, documents } of item.pages)
      for (const { document, free_corrections, captured } of documents) {
        const account = model.of({ page: page as 1, document: document as 1 })
        expect({ free_corrections, captured }).toEqual({
          free_corrections: Math.max(0, model.left(account)),
          captured: account.captured,
        })
      }
    const steps = (await listSteps(db, request.ingestionId)) as Step<'rectify'>[]
    const taken = steps.filter(({ charged, cost }) => charged === 1 || (cost === 1 && charged === null))
    expect(await readBalance(db, request.ownerId)).toBe(start - taken.length)
  })
  await fc.assert(history, { numRuns: 60 })
})

it('G07: without a detection, the number of the document is found out from what the worker found', async () => {
  const request = await guestWithFile(parts.ctx())
  const { stepId } = await requestStep(parts.ctx(), { ...request, options: {} })
  await end(parts.ctx(), stepId, {
    state: 'done',
    result: { ...made, corners: cards[largest - 1]!, detection },
  })
  const cost = async (options: object) => {
    const asked = await requestStep(parts.ctx(), { ...request, options })
    return (await findStep(parts.ctx().db, asked.stepId))!.cost
  }
  expect(await cost({ corners: cards[largest - 1] })).toBe(0)
  expect(await cost({ corners: cards[largest - 1], document: largest })).toBe(0)
  expect(await cost({ corners: cards[0] })).toBe(1)
  expect(await cost({ corners: cards[0], document: 1 })).toBe(1)
})

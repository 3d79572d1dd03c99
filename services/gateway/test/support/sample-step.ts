import { RectifyOptions, type StepKind } from '@equerre/contract/detourage'
import type { Step } from '../../src/core/step.ts'

/** A successful rectify that cost one credit; `facts` override fields. */
export function sampleStep<Kind extends StepKind = 'rectify'>(
  facts: Partial<Step<Kind>> & { kind?: Kind } = {},
): Step<Kind> {
  const rectify: Step<'rectify'> = {
    id: '6fa459ea-ee8a-4ca4-894e-db77e160355e',
    ingestionId: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
    ownerId: 'owner',
    walletId: 'owner',
    kind: 'rectify',
    page: 1,
    input: { zone: null, options: RectifyOptions.parse({}) },
    lane: 'vision-rectify',
    state: 'done',
    attempts: 1,
    attemptToken: null,
    cost: 1,
    charged: 1,
    remaining: 7,
    result: null,
    problem: null,
    text: null,
    traceparent: null,
    callbackUrl: null,
    requestId: 'request',
    networks: null,
    deadlineAt: new Date(0),
  }
  return { ...rectify, ...facts } as Step<Kind>
}

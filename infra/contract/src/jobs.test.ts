import { describe, expect, it } from 'vitest'
import { StepOutcome, VisionJob } from './jobs.ts'

const step = {
  stepId: '6f1d6f0c-6a52-4f0e-9d8e-0d6b8f1f0a01',
  ingestionId: '6f1d6f0c-6a52-4f0e-9d8e-0d6b8f1f0a02',
}
const corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

describe('a reader of the release before', () => {
  it('does without an option that it does not know', () => {
    const job = VisionJob.parse({
      ...step,
      step: 'rectify',
      requestId: 'r',
      original: { mime: 'image/jpeg', bytes: 1 },
      page: 1,
      pageInfo: { width: 1, height: 1, kind: 'photo' },
      zone: null,
      options: { dpi: 72, stapled: true },
    })
    expect(job).toMatchObject({ options: { dpi: 72, format: 'png' } })
    expect(job).not.toHaveProperty('options.stapled')
  })

  it('leaves out reasons that it does not know', () => {
    const seen = { status: 'REVIEW_REQUIRED', confidence: 1, corners, reasons: ['blurred', 'crumpled'] }
    const detection = { ...seen, alternatives: [], documents: [{ ...seen, folded: true }], folded: true }
    expect(StepOutcome.parse({ ...step, kind: 'detect', result: detection })).toEqual({
      ...step,
      kind: 'detect',
      result: {
        ...seen,
        reasons: ['blurred'],
        alternatives: [],
        documents: [{ ...seen, reasons: ['blurred'] }],
      },
    })
  })

  it('takes a refusal by its code, and one of an unknown code for our own failure', () => {
    const refusal = { ...step, kind: 'problem', detail: '', reason: '', code: 'unreadable_file' }
    const problem = { sentence: 'file_on_fire', params: {} }
    expect(StepOutcome.parse({ ...refusal, problem })).toEqual({ ...refusal, problem: undefined })
    expect(StepOutcome.parse({ ...refusal, code: 'on_fire' })).toMatchObject({ code: 'internal' })
  })
})

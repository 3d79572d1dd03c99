import { RenderOptions } from '@equerre/contract/detourage'
import { withInput } from '@equerre/contract/endpoint'
import { Problem } from '@equerre/contract/problems'
import { foundNothing } from './rectify-request.ts'
import { isDone, type Done, type InputOf, type Step } from './step.ts'

/** The options of another rendering; null where they ask for none. @throws ZodError for whatever would not leave the page as it is */
export function parseRender(value: unknown): RenderOptions | null {
  const asked = typeof value === 'object' && value !== null && 'render_of' in value
  return asked ? RenderOptions.parse(value, withInput) : null
}

/**
 * The capture that another rendering is made of: a page that a credit was taken for, or that a test key made. A rendering that
 * was free leads to the capture that it is of, so that it takes part in that one's count.
 * @param steps those of the file, read under its lock
 * @throws Problem `not_found` for a step that is none of the file's; `invalid_request` for one that is no capture
 */
export function captureOf(steps: readonly Step[], id: string): Done<'rectify'> {
  const step = steps.find((one) => one.id === id)
  if (!step) throw new Problem('not_found')
  if (step.kind !== 'rectify' || !isDone(step)) throw noCapture()
  if (step.charged === 1) return step
  if (step.input.renderOf !== undefined) return captureOf(steps, step.input.renderOf)
  if (step.input.watermark && step.result.status !== 'NOT_FOUND') return step
  throw noCapture()
}

/** What another rendering of a capture is asked for: its quad as it was cut out, nothing else but what is named. */
export function renderInput(capture: Done<'rectify'>, asked: RenderOptions): InputOf<'rectify'> {
  const { render_of: _, ...changed } = asked
  const { input, result } = capture
  const { corners, confidence, status } = result
  const named = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  return {
    ...input,
    zone: { source: input.zone?.source ?? 'detection', corners, confidence, status },
    options: { ...input.options, ...named },
    renderOf: capture.id,
  }
}

/** Credits that another rendering costs: none for so many of one capture. What a test key makes costs nothing. */
export function renderCost(capture: Done<'rectify'>, steps: readonly Step[], freePerCapture: number): 0 | 1 {
  if (capture.input.watermark) return 0
  const free = steps
    .filter((step) => step.kind === 'rectify')
    .filter(({ cost, input }) => cost === 0 && input.renderOf === capture.id)
  return free.filter((step) => !foundNothing(step)).length < freePerCapture ? 0 : 1
}

function noCapture(): Problem {
  return new Problem('no_capture')
}

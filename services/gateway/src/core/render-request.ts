import { RenderOptions, type RectifyOptions } from '@equerre/contract/detourage'
import { withInput } from '@equerre/contract/endpoint'
import { Problem } from '@equerre/contract/problems'
import { quadOfTurnedPage } from '@equerre/geometry/quad'
import { boundToPdf, rectifyInput, withoutPdf } from './rectify-request.ts'
import {
  asksForText,
  documentOf,
  foundNothing,
  isDone,
  isMade,
  reasonsOf,
  turnOf,
  type Done,
  type InputOf,
  type Step,
} from './step.ts'

/** The options of another rendering; null when none is requested. @throws ZodError for options that would change the page's zone */
export function parseRender(value: unknown): RenderOptions | null {
  const asked = typeof value === 'object' && value !== null && 'render_of' in value
  return asked ? RenderOptions.parse(value, withInput) : null
}

/**
 * The capture to render again: a page that a credit was charged for, or that a test key made. A free rendering resolves to its
 * own capture, so that it counts towards that one's quota.
 * @param steps all steps of the file, read while holding its lock
 * @throws Problem `not_found` for a step of another file; `invalid_request` for one that is not a capture
 */
export function captureOf(steps: readonly Step[], id: string): Done<'rectify'> {
  const step = steps.find((one) => one.id === id)
  if (!step) throw new Problem('not_found')
  if (step.kind !== 'rectify' || !isDone(step)) throw noCapture()
  if (step.charged === 1) return step
  if (step.input.renderOf !== undefined) return captureOf(steps, step.input.renderOf)
  if (step.input.watermark && isMade(step)) return step
  throw noCapture()
}

/**
 * The input of another rendering: the capture's quad as it was cut out, with only the named options changed. Only a PDF keeps
 * the options of one.
 * @throws Problem `pdf_option`
 */
export function renderInput(capture: Done<'rectify'>, asked: RenderOptions): InputOf<'rectify'> {
  const { render_of: _, ...changed } = asked
  const { input, result } = capture
  const { confidence, status } = result
  const turned = turnOf(input)
  const corners = quadOfTurnedPage(result.corners, -turned)
  const named = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  const { format = input.options.format } = asked
  const kept = format === 'pdf' ? input.options : withoutPdf(input.options)
  return {
    ...rectifyInput(
      { source: input.zone?.source ?? 'detection', corners, confidence, status },
      // Its text is the capture's, unless it is asked for again.
      boundToPdf({
        ...kept,
        ...keptShape(capture),
        text: undefined,
        document: documentOf(capture),
        turn: turned,
        ...named,
      }),
    ),
    ...(input.watermark && { watermark: input.watermark }),
    reasons: reasonsOf(capture),
    renderOf: capture.id,
  }
}

/** A page that a worker made without looking at its sheet's shape stays as it was, unless it is asked to be flat. */
function keptShape({ result }: Done<'rectify'>): Pick<RectifyOptions, 'flatten'> {
  return result.shape ? {} : { flatten: 'off' }
}

/** Credits that another rendering costs: none for the first `freePerCapture` of a capture, nor for a test key. */
export function renderCost(capture: Done<'rectify'>, steps: readonly Step[], freePerCapture: number): 0 | 1 {
  return capture.input.watermark || freeRenderingsLeft(capture.id, steps, freePerCapture) > 0 ? 0 : 1
}

/** How many renderings of a capture are still free; 0 for null, which is no capture. A text that failed is free to ask for again. */
export function freeRenderingsLeft(
  captureId: string | null,
  steps: readonly Step[],
  freePerCapture: number,
): number {
  if (captureId === null) return 0
  const free = steps
    .filter((step) => step.kind === 'rectify')
    .filter(({ cost, input }) => cost === 0 && input.renderOf === captureId)
  return Math.max(0, freePerCapture - free.filter((step) => !foundNothing(step) && !lacksText(step)).length)
}

/** Whether it was to have a text, which could not be read. */
function lacksText(step: Step<'rectify'>): boolean {
  return asksForText(step) && step.text !== null && step.text.readId === null
}

function noCapture(): Problem {
  return new Problem('no_capture')
}

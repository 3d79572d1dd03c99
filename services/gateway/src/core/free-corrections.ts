import { samePageIou } from '@equerre/contract/correction'
import type { Corners, RectifyOptions } from '@equerre/contract/detourage'
import { quadIou } from '@equerre/geometry/quad'
import { documentOf, foundNothing, isDone, type Done, type Step } from './step.ts'

type DocumentHistory = {
  /** All steps of the ingestion. */
  readonly steps: readonly Step[]
  readonly page: number
  readonly document: number
  readonly freePerCapture: number
}

/**
 * Credits that a rectify costs: some corrections of the corners of a paid document are free.
 * @param options with the number of their document
 * @param history read while holding the lock on the page's ingestion
 */
export function costOf({ corners }: RectifyOptions, history: DocumentHistory): 0 | 1 {
  if (!corners || freeCorrectionsLeft(history) === 0) return 1
  return capturedQuads(history).some((captured) => quadIou(captured, corners) >= samePageIou) ? 0 : 1
}

/** `freePerCapture` for each time the document was paid; test keys and other renderings do not count. */
export function freeCorrectionsLeft(history: DocumentHistory): number {
  const free = rectifiesOf(history).filter(
    (step) =>
      step.cost === 0 && !step.input.watermark && step.input.renderOf === undefined && !foundNothing(step),
  )
  return Math.max(0, capturesOf(history).length * history.freePerCapture - free.length)
}

/** The quads that credits were charged for. */
export function capturedQuads(history: Omit<DocumentHistory, 'freePerCapture'>): Corners[] {
  return capturesOf(history).map(({ result }) => result.corners)
}

function capturesOf(history: Omit<DocumentHistory, 'freePerCapture'>): Done<'rectify'>[] {
  return rectifiesOf(history)
    .filter((step) => isDone(step))
    .filter(({ charged }) => charged === 1)
}

function rectifiesOf({ steps, page, document }: Omit<DocumentHistory, 'freePerCapture'>): Step<'rectify'>[] {
  return steps
    .filter((step) => step.kind === 'rectify')
    .filter((step) => step.page === page && documentOf(step) === document)
}

import type { Reason, StepStatus } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { quadArea, quadIou } from '@equerre/geometry/quad'
import { quadToRelative, wholeFrame, type RelativeQuad } from '@equerre/geometry/spaces'
import type { Judged } from './rank.ts'
import { lookAt } from './reasons.ts'
import type { Scene } from './sources.ts'

/** From this confidence on nobody needs to look; below `foundMin` no document was seen. Measured on generated pictures. */
const trustMin = 0.85
const foundMin = 0.25
/** A page of a PDF is left whole unless something strictly inside is this sure. */
const insidePdfMin = 0.97
const insidePdfAreaMax = 0.9
/** Below this IoU two candidates are different answers. */
const differentIou = 0.9
const rivalMin = 0.35
const alternativesMax = 3
const alternativeMin = 0.05

type Page = { readonly kind: 'photo' | 'scan' | 'digital' }
type Corners = DetectResult['corners']

/**
 * Turns ranked candidates into the answer that a person gets: status, reasons, runners-up.
 * @param ranked best first, as `rankCandidates` gives them
 */
export function decide(scene: Scene, ranked: readonly Judged[], page: Page): DetectResult {
  const best = ranked[0]!
  if (page.kind !== 'photo' && !isStrictlyInside(best, scene)) return wholePage(scene, ranked, page)
  if (best.wholeFrame && best.confidence >= foundMin) return wholePage(scene, ranked, page)
  if (best.confidence < foundMin) return nothingFound(scene, ranked, best.confidence)
  const others = ranked.filter(
    ({ wholeFrame: whole, quad }) => !whole && quadIou(quad, best.quad) < differentIou,
  )
  const reasons = [...lookAt(scene, best), ...severalDocuments(best, others)]
  const doubtful = best.confidence < trustMin || reasons.includes('corner_outside') || hasRival(best, others)
  return answer(scene, best, { status: doubtful ? 'REVIEW_REQUIRED' : 'OK', reasons, others })
}

function wholePage(scene: Scene, ranked: readonly Judged[], page: Page): DetectResult {
  const frame = ranked.find((candidate) => candidate.wholeFrame)!
  // A PDF page is its own frame; a photograph only looks as if it were.
  const confidence = page.kind === 'photo' ? frame.confidence : 1
  const status = confidence >= trustMin ? 'OK' : 'REVIEW_REQUIRED'
  const others = ranked.filter((candidate) => !candidate.wholeFrame)
  return answer(scene, { ...frame, confidence }, { status, reasons: ['already_cropped'], others })
}

function nothingFound(scene: Scene, ranked: readonly Judged[], confidence: number): DetectResult {
  const frame = ranked.find((candidate) => candidate.wholeFrame)!
  const others = ranked.filter((candidate) => !candidate.wholeFrame)
  return answer(scene, { ...frame, confidence }, { status: 'NOT_FOUND', reasons: ['no_document'], others })
}

function answer(
  scene: Scene,
  chosen: Judged,
  { status, reasons, others }: { status: StepStatus; reasons: Reason[]; others: readonly Judged[] },
): DetectResult {
  const corners = cornersOf(scene, chosen)
  const confidence = rounded(chosen.confidence)
  return {
    status,
    confidence,
    corners,
    reasons,
    alternatives: apart(others).map((other) => ({
      corners: cornersOf(scene, other),
      confidence: rounded(other.confidence),
    })),
    documents: [{ corners, confidence, status }],
  }
}

/** The best of each group of like candidates. */
function apart(ranked: readonly Judged[]): Judged[] {
  const kept: Judged[] = []
  for (const candidate of ranked) {
    if (kept.length === alternativesMax || candidate.confidence < alternativeMin) break
    if (kept.every(({ quad }) => quadIou(quad, candidate.quad) < differentIou)) kept.push(candidate)
  }
  return kept
}

function severalDocuments(best: Judged, others: readonly Judged[]): Reason[] {
  const beside = others.some(
    ({ quad, confidence }) =>
      confidence >= trustMin && quadIou(quad, best.quad) < 0.05 && quadArea(quad) > quadArea(best.quad) / 4,
  )
  return beside ? ['several_documents'] : []
}

/** Whether a different zone over the same place is believable too: then a person should choose. */
function hasRival(best: Judged, others: readonly Judged[]): boolean {
  return others.some(({ quad, confidence }) => confidence >= rivalMin && quadIou(quad, best.quad) > 0.05)
}

function isStrictlyInside({ quad, wholeFrame: whole, confidence }: Judged, { image }: Scene): boolean {
  return (
    !whole && confidence >= insidePdfMin && quadArea(quad) < insidePdfAreaMax * image.width * image.height
  )
}

function cornersOf({ image }: Scene, { quad, wholeFrame: whole }: Judged): Corners {
  return wireCorners(whole ? wholeFrame : quadToRelative(quad, image))
}

/** Corners as they are answered: to ten thousandths of a pixel, and no further outside than the contract allows. */
export function wireCorners(quad: RelativeQuad): Corners {
  return quad.map(([x, y]) => [digits(x), digits(y)]) as unknown as Corners
}

function digits(value: number): number {
  return Math.min(1.25, Math.max(-0.25, Math.round(value * 1e6) / 1e6))
}

function rounded(confidence: number): number {
  return Math.round(confidence * 1_000) / 1_000
}

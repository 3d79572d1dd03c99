import { documentsMax, type PageInfo, type Reason, type StepStatus } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { polygonShared } from '@equerre/geometry/polygon'
import { quadArea, quadIou } from '@equerre/geometry/quad'
import { readingOrder } from '@equerre/geometry/reading-order'
import { quadToRelative, wholeFrame, type Size } from '@equerre/geometry/spaces'
import { pickDistinct } from '../pick-distinct.ts'
import type { Judged } from '../judge/judge.ts'
import { reasonsFor } from './reasons.ts'
import { wireCorners } from './wire-corners.ts'
import { withDocuments } from './with-documents.ts'

/** At or above this confidence nobody needs to look. */
const trustMin = 0.8
/** What is more likely wrong than right is only proposed: nothing is cut out until a person says so. */
const likelyMin = 0.5
/**
 * Below this confidence nothing is even a guess. A proposal costs nothing, so a useful zone left out weighs as much as two
 * useless ones shown; so counted, this floor errs least on generated pictures (`npm run fit-ranking` prints both).
 */
const foundMin = 0.15
/** A scanner's page is kept whole unless something strictly inside it is this certain. */
const insideScanMin = 0.98
const insideScanAreaMax = 0.9
/** Below this IoU two candidates are different answers. */
const differentIou = 0.9
const alternativesMax = 3
const alternativeMin = 0.1
/**
 * Of several documents each is looked at again from close by, on few pixels, before its sides are moved onto its edges: of
 * those this likely, more than half turn out right.
 */
const besideMin = 0.4
/** Of the smaller one’s area, how much two documents side by side may share. */
const besideOverlapMax = 0.05

type Corners = DetectResult['corners']
type Document = DetectResult['documents'][number]

/**
 * Turns ranked candidates into the answer of `detect`: status, documents, reasons, alternatives.
 * @param ranked best first, from `rankCandidates`, including the whole frame
 * @param frame size of the picture in work pixels
 */
export function decide(ranked: readonly Judged[], frame: Size, page: Pick<PageInfo, 'kind'>): DetectResult {
  const best = ranked[0]!
  if (page.kind === 'scan' && !isStrictlyInside(best, frame)) return wholePage(ranked, frame)
  if (best.confidence < foundMin) return nothingFound(ranked, frame)
  if (best.confidence < likelyMin) return onlyGuessed(ranked, frame)
  return best.wholeFrame
    ? wholePage(ranked, frame)
    : documentsFound(sideBySide(ranked, likelyMin), ranked, frame)
}

/** Whether what was found at a place of its own counts as one of several documents. */
export function isLikelyBeside({ confidence }: Judged): boolean {
  return confidence >= besideMin
}

/**
 * The answer for a picture of several documents, found each on its own.
 * @param beside best first
 * @param ranked what else was considered, best first
 * @returns null where fewer than two are likely
 */
export function decideSeveral(
  beside: readonly Judged[],
  ranked: readonly Judged[],
  frame: Size,
): DetectResult | null {
  const chosen = sideBySide(beside, besideMin)
  return chosen.length > 1 ? documentsFound(chosen, ranked, frame) : null
}

function documentsFound(chosen: readonly Judged[], ranked: readonly Judged[], frame: Size): DetectResult {
  const inOrder = readingOrder(chosen.map(({ quad }) => quad)).map((index) => chosen[index]!)
  const documents = inOrder.map((one) => documentOf(one, frame))
  const reasons = new Set(documents.flatMap((found) => found.reasons ?? []))
  if (documents.length > 1) reasons.add('several_documents')
  const others = ranked.filter(
    (other) => !other.wholeFrame && !chosen.some((one) => areOneAnswer(one, other)),
  )
  return answer(documents, { reasons: [...reasons], others, frame })
}

/** The best candidate, and each next best that lies beside all those chosen before. */
function sideBySide(ranked: readonly Judged[], confidenceMin: number): Judged[] {
  const likely = ranked.filter(({ wholeFrame: whole, confidence }) => !whole && confidence >= confidenceMin)
  return pickDistinct(likely, documentsMax, (one, other) => overlap(one, other) >= besideOverlapMax)
}

/** Shared area as a share of the smaller quad. */
function overlap({ quad: a }: Judged, { quad: b }: Judged): number {
  return polygonShared(a, b) / Math.min(quadArea(a), quadArea(b))
}

function documentOf(chosen: Judged, frame: Size): Document {
  const reasons = reasonsFor(chosen, frame)
  const doubtful = chosen.confidence < trustMin || reasons.includes('corner_outside')
  return {
    corners: cornersOf(chosen, frame),
    confidence: rounded(chosen.confidence),
    status: doubtful ? 'REVIEW_REQUIRED' : 'OK',
    reasons,
  }
}

function wholePage(ranked: readonly Judged[], frame: Size): DetectResult {
  const { confidence } = ranked.find((candidate) => candidate.wholeFrame)!
  const status = confidence >= trustMin ? 'OK' : 'REVIEW_REQUIRED'
  return frameAnswer(ranked, frame, { status, confidence, reason: 'already_cropped' })
}

/** The likeliest zone, which may be the whole frame, as a proposal. */
function onlyGuessed(ranked: readonly Judged[], frame: Size): DetectResult {
  const best = ranked[0]!
  const { confidence } = best
  if (best.wholeFrame)
    return frameAnswer(ranked, frame, { status: 'REVIEW_REQUIRED', confidence, reason: 'uncertain' })
  const reasons: Reason[] = ['uncertain', ...reasonsFor(best, frame)]
  const proposal = { ...documentOf(best, frame), status: 'REVIEW_REQUIRED' as const, reasons }
  const others = ranked.filter((other) => !other.wholeFrame && !areOneAnswer(best, other))
  return answer([proposal], { reasons, others, frame })
}

function nothingFound(ranked: readonly Judged[], frame: Size): DetectResult {
  const { confidence } = ranked[0]!
  return frameAnswer(ranked, frame, { status: 'NOT_FOUND', confidence, reason: 'no_document' })
}

function frameAnswer(
  ranked: readonly Judged[],
  frame: Size,
  { status, confidence, reason }: { status: StepStatus; confidence: number; reason: Reason },
): DetectResult {
  const document = {
    corners: wholeFrame as Corners,
    confidence: rounded(confidence),
    status,
    reasons: [reason],
  }
  return answer([document], { reasons: [reason], others: ranked.filter((other) => !other.wholeFrame), frame })
}

function answer(
  documents: Document[],
  { reasons, others, frame }: { reasons: Reason[]; others: readonly Judged[]; frame: Size },
): DetectResult {
  const likely = others.filter(({ confidence }) => confidence >= alternativeMin)
  const alternatives = pickDistinct(likely, alternativesMax, areOneAnswer).map((other) => ({
    corners: cornersOf(other, frame),
    confidence: rounded(other.confidence),
  }))
  return withDocuments({ reasons, alternatives, documents }, documents)
}

function areOneAnswer({ quad: a }: Judged, { quad: b }: Judged): boolean {
  return quadIou(a, b) >= differentIou
}

function isStrictlyInside({ quad, wholeFrame: whole, confidence }: Judged, { width, height }: Size): boolean {
  return !whole && confidence >= insideScanMin && quadArea(quad) < insideScanAreaMax * width * height
}

function cornersOf({ quad }: Judged, frame: Size): Corners {
  return wireCorners(quadToRelative(quad, frame))
}

function rounded(confidence: number): number {
  return Math.round(confidence * 1_000) / 1_000
}

import type { Reason, StepStatus } from './detourage.ts'

type Seen = {
  readonly status: StepStatus
  readonly reasons: readonly Reason[]
  readonly shapeUncertain?: boolean | undefined
}

/** Whether a document can be made out, but not clearly enough to cut it out: the answer is the whole frame. */
export function isInDoubt({ reasons }: Pick<Seen, 'reasons'>): boolean {
  return reasons.includes('uncertain')
}

/**
 * Whether a detection leaves nothing to cut out. A rectify without `corners` then makes no page and costs
 * nothing; with them, the client has decided.
 */
export function isWithoutZone(seen: Seen): boolean {
  return seen.status === 'NOT_FOUND' || isInDoubt(seen)
}

/**
 * The reasons of a detection as clients get them: one to review has at least one. Workers do not send `low_confidence` and
 * `proportions` themselves yet, because gateways of the previous release do not know them.
 */
export function statedReasons({ status, reasons, shapeUncertain }: Seen): Reason[] {
  const stated: Reason[] = shapeUncertain ? [...reasons, 'proportions'] : [...reasons]
  return status === 'REVIEW_REQUIRED' && stated.length === 0 ? ['low_confidence'] : stated
}

import { Problem } from '@equerre/contract/problems'
import type { KeyClaim } from '../store/idempotency.ts'

/** `replayed`: an earlier request with the same idempotency key led to it. */
export type AcceptedStep = { readonly stepId: string; readonly replayed: boolean }

/**
 * The step that the first request with a key led to.
 * @throws Problem `idempotency_mismatch`, or `idempotency_in_flight` while that request's file still arrives
 */
export function replay(earlier: KeyClaim, fingerprint: Buffer): AcceptedStep {
  if (earlier.fingerprint && !earlier.fingerprint.equals(fingerprint))
    throw new Problem('idempotency_mismatch')
  if (earlier.stepId === null) throw new Problem('idempotency_in_flight', {}, { retryAfterS: 1 })
  return { stepId: earlier.stepId, replayed: true }
}

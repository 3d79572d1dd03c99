import { Problem } from '@equerre/contract/problems'
import type { KeyClaim } from '../store/idempotency.ts'

/** `replayed`: it comes from an earlier request with the same idempotency key. */
export type AcceptedStep = { readonly stepId: string; readonly replayed: boolean }

/**
 * The step created by the first request with a key.
 * @throws Problem `idempotency_mismatch`, or `idempotency_in_flight` while that request's file is still arriving
 */
export function replay(earlier: KeyClaim, fingerprint: Buffer): AcceptedStep {
  if (earlier.fingerprint && !earlier.fingerprint.equals(fingerprint))
    throw new Problem('idempotency_mismatch')
  if (earlier.stepId === null) throw new Problem('idempotency_in_flight', {}, { retryAfterS: 1 })
  return { stepId: earlier.stepId, replayed: true }
}

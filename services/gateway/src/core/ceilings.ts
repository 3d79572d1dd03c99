import type { Credential } from '@equerre/contract/identity'
import type { Limits } from '@equerre/contract/limits'
import type { Tier } from './fairness.ts'

/** How much one caller may do at once. */
export type Ceilings = {
  readonly requestsPerMinute: number
  readonly uploadsPerMinute: number
  readonly stepsInFlight: number
}

/** What an operator has agreed with one customer; null where everybody's ceilings apply. */
export type Agreed = { readonly [Each in 'uploadsPerMinute' | 'stepsInFlight']: number | null }

/** A step takes a request to ask for it, and one to fetch it, whatever was agreed about uploads. */
const requestsPerUpload = 2

/** The ceilings of a caller: higher for those who pay, or as agreed. */
export function ceilingsOf(
  caller: { readonly tier: Tier; readonly credential: Credential; readonly agreed: Agreed | null },
  limits: Limits,
): Ceilings {
  const { tier, credential, agreed } = caller
  const paying = tier === 'paying'
  const uploadsPerMinute =
    agreed?.uploadsPerMinute ?? (paying ? limits.payingUploadsPerMinute : limits.uploadsPerMinute)
  const requests = credential === 'key' ? limits.keyRequestsPerMinute : limits.cookieRequestsPerMinute
  return {
    requestsPerMinute: Math.max(requests, requestsPerUpload * uploadsPerMinute),
    uploadsPerMinute,
    stepsInFlight: paying ? paidInFlightMax(agreed, limits) : limits.inFlightMax,
  }
}

/** The window of somebody who pays. Those who do not are held by the windows of their networks too, which nobody agrees on. */
export function paidInFlightMax(agreed: Agreed | null, limits: Limits): number {
  return agreed?.stepsInFlight ?? limits.payingInFlightMax
}

import { EquerreError } from '@equerre/client'

/** From `someFailed` on, further files would fail alike, and are left. */
export const exitCodes = {
  done: 0,
  someFailed: 1,
  usage: 2,
  creditsExhausted: 3,
  keyRefused: 4,
  unreachable: 5,
  interrupted: 130,
} as const

const byCode: Readonly<Record<string, number>> = {
  credits_exhausted: exitCodes.creditsExhausted,
  key_cap_reached: exitCodes.creditsExhausted,
  unauthenticated: exitCodes.keyRefused,
  key_expired: exitCodes.keyRefused,
  key_revoked: exitCodes.keyRefused,
  scope_missing: exitCodes.keyRefused,
  forbidden: exitCodes.keyRefused,
  network: exitCodes.unreachable,
  timeout: exitCodes.unreachable,
  unexpected_answer: exitCodes.unreachable,
}

export function exitCodeOf(error: unknown): number {
  return (error instanceof EquerreError ? byCode[error.code] : undefined) ?? exitCodes.someFailed
}

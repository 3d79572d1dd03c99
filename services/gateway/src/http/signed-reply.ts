import type { Signing } from '@equerre/contract/from-outside'
import type { Answer } from '@equerre/platform/http'
import type { Context } from '../context.ts'
import type { StepAnswer } from '../core/answer.ts'
import { signPaths } from '../flow/sign-address.ts'

/** What a request says of signed addresses. */
export type Asked = Signing & { readonly sign?: '1' | undefined }

/**
 * The same answer, with signed addresses if asked for, or, of a step that is still running, with an address to poll that asks for them
 * too. Signed when it is sent: an answer that is given again has new ones.
 */
export function signedIf(
  ctx: Context,
  asked: Asked,
  { expiresAt, ...answer }: StepAnswer,
): Answer<StepAnswer['body']> {
  const { sign_for: seconds = asked.sign && ctx.config.limits.signedSecondsMax } = asked
  if (seconds === undefined) return answer
  const { body } = answer
  if (!('artifacts' in body)) return { ...answer, headers: askingAgain(answer.headers, seconds) }
  const artifacts = signPaths(ctx, body.artifacts, { seconds, notAfter: expiresAt })
  return { ...answer, body: { ...body, artifacts } as StepAnswer['body'] }
}

function askingAgain(headers: StepAnswer['headers'], seconds: number): Record<string, string> {
  const { Location: location } = headers
  return { ...headers, ...(location !== undefined && { Location: `${location}?sign_for=${seconds}` }) }
}

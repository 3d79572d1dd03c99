import type { Answer } from '@equerre/platform/http'
import type { Context } from '../context.ts'
import { signAddress } from '../flow/sign-address.ts'

/** The same answer, with signed addresses if asked for; replies without files are unchanged. */
export function signedIf(asked: '1' | undefined, ctx: Context, answer: Answer<object>): Answer<object> {
  const { body } = answer
  if (asked === undefined || !('artifacts' in body)) return answer
  const paths = Object.entries(body.artifacts as Record<string, string | null>)
  const artifacts = Object.fromEntries(paths.map(([name, path]) => [name, path && signAddress(ctx, path)]))
  return { ...answer, body: { ...body, artifacts } }
}

import type { Signing } from '@equerre/contract/from-outside'
import type { Answer } from '@equerre/platform/http'
import type { Context } from '../context.ts'
import type { StepAnswer, UntranslatedItem } from '../core/answer.ts'
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

/** The same file with signed addresses, if asked for. */
export function signedItem(
  ctx: Context,
  { sign_for: seconds }: Signing,
  item: UntranslatedItem,
): UntranslatedItem {
  if (seconds === undefined) return item
  const validity = { seconds, notAfter: new Date(item.expires_at) }
  const signed = <Reply extends { readonly artifacts: Paths }>(reply: Reply): Reply => ({
    ...reply,
    artifacts: signPaths(ctx, reply.artifacts, validity),
  })
  return {
    ...item,
    ingest: item.ingest && signed(item.ingest),
    pages: item.pages.map(({ detect, rectify, documents, ...page }) => ({
      ...page,
      detect: detect && signed(detect),
      rectify: rectify && signed(rectify),
      documents: documents.map((document) => ({ ...document, rectify: signed(document.rectify) })),
    })),
  }
}

type Paths = Readonly<Record<string, string | null>>

function askingAgain(headers: StepAnswer['headers'], seconds: number): Record<string, string> {
  const { Location: location } = headers
  return { ...headers, ...(location !== undefined && { Location: `${location}?sign_for=${seconds}` }) }
}

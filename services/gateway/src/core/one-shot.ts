import type { RectifyOptions } from '@equerre/contract/detourage'
import { formatMimes, formatNames, outputFormats, type OutputFormat } from '@equerre/contract/formats'
import { Problem } from '@equerre/contract/problems'
import { chosenPage, parseOptions, readOptions, type Bounds } from './rectify-request.ts'

/** What is requested along with an upload; `file`: answer with the page itself instead of its description. */
type OneShot = { readonly page: number; readonly options: RectifyOptions; readonly file: boolean }

export type OneShotForm = {
  readonly page?: number | undefined
  /** An object, or the same as JSON text. */
  readonly options?: unknown
  /** The client's preferred one of these content types; false when it accepts none. */
  readonly accepts: (mimes: string[]) => string | false
}

const json = 'application/json'

/**
 * Reads a one-shot's form and its `Accept` header. A client that accepts anything gets JSON.
 * @throws Problem `invalid_request`, or ZodError, for a bad option or a format that the client does not accept
 */
export function readOneShot({ page, options: given, accepts }: OneShotForm, bounds: Bounds): OneShot {
  const best = accepts([json, ...formatMimes]) || json
  const file = best !== json
  const options = parseOptions(readOptions(given), bounds, formatOf(best))
  if (file && !accepts([outputFormats[options.format].mime])) throw new Problem('formats_contradict')
  return { page: chosenPage(page, options.page), options, file }
}

/** The output format of a content type; PNG for any other type. */
function formatOf(mime: string): OutputFormat {
  return formatNames.find((name) => outputFormats[name].mime === mime) ?? 'png'
}

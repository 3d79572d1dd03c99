import type { RectifyOptions } from '@equerre/contract/detourage'
import { formatMimes, formatNames, outputFormats, type OutputFormat } from '@equerre/contract/formats'
import { Problem } from '@equerre/contract/problems'
import { chosenPage, parseOptions, readOptions, type Bounds } from './rectify-request.ts'

/** What is asked of a file along with its upload; `file`: the page itself is the answer, not its description. */
type OneShot = { readonly page: number; readonly options: RectifyOptions; readonly file: boolean }

export type OneShotForm = {
  readonly page?: number | undefined
  readonly options?: string | undefined
  /** The one of these content types that the client likes best; false when it accepts none. */
  readonly accepts: (mimes: string[]) => string | false
}

const json = 'application/json'

/**
 * Reads a one shot's form and its `Accept` header. Whoever accepts anything gets JSON.
 * @throws Problem `invalid_request`, or ZodError, for a bad option or for a format that the client does not accept
 */
export function readOneShot({ page, options: given, accepts }: OneShotForm, bounds: Bounds): OneShot {
  const best = accepts([json, ...formatMimes]) || json
  const file = best !== json
  const options = parseOptions(readOptions(given), bounds, formatOf(best))
  if (file && !accepts([outputFormats[options.format].mime])) throw new Problem('formats_contradict')
  return { page: chosenPage(page, options.page), options, file }
}

/** The output format of a content type; PNG where it is none of theirs. */
function formatOf(mime: string): OutputFormat {
  return formatNames.find((name) => outputFormats[name].mime === mime) ?? 'png'
}

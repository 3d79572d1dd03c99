import type { z } from 'zod'

/** What zod says of a field, in the language whose `localeError` this is; with `reportInput` it names what was received. */
export function issueSentence(issue: z.core.$ZodIssue, localeError: z.core.$ZodErrorMap): string {
  const said = localeError(issue as z.core.$ZodRawIssue)
  return (typeof said === 'string' ? said : said?.message) ?? issue.message
}

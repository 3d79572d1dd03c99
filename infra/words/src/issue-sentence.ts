import type { z } from 'zod'

/**
 * zod's message about a field, in the language of `localeError`; with `reportInput` it names the value
 * received.
 */
export function issueSentence(issue: z.core.$ZodIssue, localeError: z.core.$ZodErrorMap): string {
  const text = localeError(issue as z.core.$ZodRawIssue)
  return (typeof text === 'string' ? text : text?.message) ?? issue.message
}

import { z } from 'zod'
import { ruled } from './field-rules.ts'

const plainDecimal = /^(0|[1-9]\d*)$/

/**
 * A whole number as a query or a form carries it: digits and nothing else. Other notations that JavaScript
 * would accept (other bases, exponents, signs, spaces) are refused; a JSON number passes as it is.
 */
export function decimal(range: z.ZodNumber) {
  return z.preprocess((value, issues) => {
    if (typeof value !== 'string') return value
    if (plainDecimal.test(value)) return Number(value)
    issues.addIssue({ code: 'custom', input: value, ...ruled('digits') })
    return z.NEVER
  }, range)
}

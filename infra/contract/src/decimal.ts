import { z } from 'zod'

const plainDecimal = /^(0|[1-9]\d*)$/

/**
 * A whole number as a query or a form carries it: digits and nothing else. Other notations that JavaScript
 * would accept (other bases, exponents, signs, spaces) are refused; a JSON number passes as it is.
 */
export function decimal(range: z.ZodNumber) {
  return z.preprocess(
    (value) => (typeof value === 'string' && plainDecimal.test(value) ? Number(value) : value),
    range,
  )
}

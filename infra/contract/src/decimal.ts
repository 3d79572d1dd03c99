import { z } from 'zod'

const plainDecimal = /^(0|[1-9]\d*)$/

/**
 * A whole number as a query or a form carries it: digits and nothing else. What JavaScript would also read as a number, in other
 * bases, with exponents, signs or spaces, is refused; a JSON number passes as it is.
 */
export function decimal(range: z.ZodNumber) {
  return z.preprocess(
    (value) => (typeof value === 'string' && plainDecimal.test(value) ? Number(value) : value),
    range,
  )
}

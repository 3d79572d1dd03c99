import { z } from 'zod'

/**
 * An array of which no element is looked at where it is longer than any may be: each one refused costs time and memory, and a body holds
 * millions. For `z.array(…).max(…)` the length is one issue among those of all elements.
 */
export function boundedArray<Item extends z.ZodType>(array: z.ZodArray<Item>, most: number) {
  return z.preprocess((value: z.input<Item>[], { issues }) => {
    if (!Array.isArray(value) || value.length <= most) return value
    issues.push({ code: 'too_big', origin: 'array', maximum: most, inclusive: true, input: value.length })
    return z.NEVER
  }, array)
}

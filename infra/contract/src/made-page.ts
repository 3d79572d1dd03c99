import { z } from 'zod'

/** The page’s measured proportions, before a paper size was recognised or asked for. */
export const Proportions = z.object({
  ratio: z.number().positive().describe('ratio'),
  uncertainty: z.number().describe('ratio_uncertainty'),
})

/** Whether the light was evened out, and why not: not asked for, no paper to make white, or nothing to read it from. */
export const Lighting = z.enum(['applied', 'kept'])
export const LightingReason = z.enum(['not_asked', 'card', 'picture'])
export type LightingReason = z.output<typeof LightingReason>

/** Why a page has no text: not asked for, still being read, not readable now, or no page was made. */
export const TextReason = z.enum(['not_asked', 'pending', 'failed', 'nothing_made'])
export type TextReason = z.output<typeof TextReason>

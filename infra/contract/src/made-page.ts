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

/** Whether the curvature of a sheet is taken out where it is certain. */
export const Flatten = z.enum(['auto', 'off'])

/** What a rectify replies of its sheet's shape. */
export const madeShape = {
  flatten: Flatten.describe('flatten_asked'),
  flattened: z.boolean().nullable().describe('flattened'),
  bend: z.number().min(0).nullable().describe('bend'),
}

/** Why a page has no text: not asked for, still being read, not readable now, or no page was made. */
export const TextReason = z.enum(['not_asked', 'pending', 'failed', 'nothing_made'])
export type TextReason = z.output<typeof TextReason>

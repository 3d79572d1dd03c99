/** The languages that people are answered in; the first one where nothing else is asked for. */
export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]

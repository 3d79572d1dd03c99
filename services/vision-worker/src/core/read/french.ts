/**
 * What is known of French. The networks read fifty languages, and were taught mostly others: they leave out accents far more
 * often than they invent them.
 */

/** Letters with an accent that French has, by the letter that the network takes them for. */
export const accented: Readonly<Record<string, string>> = {
  a: 'àâ',
  c: 'ç',
  e: 'éèêë',
  i: 'îï',
  o: 'ô',
  u: 'ûù',
  ü: 'û',
  A: 'ÀÂ',
  C: 'Ç',
  E: 'ÉÈÊ',
  I: 'ÎÏ',
  O: 'Ô',
  U: 'Û',
}

/** No French word begins like these; the network has no eye for a capital Œ. Printed as OE it stays as it is. */
const capitalLigature = /(?<!\p{L})C?E(?=UFS?(?!\p{L})|ufs?(?!\p{L})|UVR|uvr|IL(?!\p{L})|il(?!\p{L}))/gu
/** One letter before an apostrophe and a letter, not an English I’m. */
const elidedArticle = /(?<![\p{L}\p{N}])[1I](?=['’](?!(?:m|d|ll|ve)(?!\p{L}))\p{L})/gu

/** A word as it must have been printed. */
export function mended(word: string): string {
  return word.replace(capitalLigature, 'Œ').replace(elidedArticle, 'l')
}

import type { PackWords } from '../pack-words.ts'

export const packWords: PackWords = {
  pack100: { badge: 'Starter', desc: 'To try it on real documents.' },
  pack200: { badge: 'Best Seller', desc: 'For a cabinet full of files.' },
  pack300: { badge: 'Premium', desc: 'For whole batches, at the lowest price per image.' },
}

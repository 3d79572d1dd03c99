import type { PackWords } from '../pack-words.ts'

export const packWords: PackWords = {
  pack100: { badge: 'Découverte', desc: 'Pour essayer sur de vrais documents.' },
  pack200: { badge: 'Meilleure Vente', desc: 'Pour une armoire de dossiers.' },
  pack300: { badge: 'Premium', desc: 'Pour traiter des lots, au prix le plus bas par image.' },
}

import { typesetCatalogue } from './typography.ts'

/** What was read on a page. */
export const textWords = typesetCatalogue({
  title: 'Texte',
  of: (name: string) => `Texte de ${name}`,
  show: (name: string) => `Texte de ${name}, à côté de l’image`,
  reading: 'Lecture de la page…',
  fetching: 'Chargement du texte…',
  unfetched: 'Le texte n’a pas pu être chargé.',
  failed: 'La page n’a pas pu être lue. Elle reste comme elle est, aucun crédit débité.',
  none: 'Aucun texte sur cette page.',
  notNow: 'Le texte se lit une fois la page redressée.',
  read: 'Lire le texte',
  retry: 'Réessayer',
  priced: (action: string) => `${action}, 1 crédit`,
})

import { count, formatInteger, formatMoment } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** « Mes fichiers (24 h) »: the files the service stores for an account. */
export const filesWords = typesetCatalogue({
  title: 'Mes fichiers (24 h)',
  lead: 'Ce que vous avez envoyé depuis tous vos appareils, jusqu’à son effacement.',
  reading: 'Lecture de la liste…',
  unread: 'La liste n’a pas pu être lue. Fermez, puis réessayez.',
  none: 'Aucun fichier ces dernières 24 heures.',
  open: 'Ouvrir',
  openOf: (name: string) => `Ouvrir ${name}`,
  openAll: (files: number) => `Ouvrir les ${formatInteger(files)} fichiers`,
  here: 'Déjà ici',
  running: 'En cours sur un autre appareil',
  failed: 'Fichier illisible',
  made: (made: number, pages: number) =>
    pages === 1
      ? made === 1
        ? 'Page redressée'
        : 'Page non redressée'
      : `${formatInteger(made)} sur ${count(pages, 'page redressée', 'pages redressées')}`,
  keptUntil: (iso: string) => `gardé jusqu’au ${formatMoment(iso)}`,
})

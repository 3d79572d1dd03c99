import { count, formatInteger } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** Texts of the toolbar, the contact sheet and a card's details. */
export const deskWords = typesetCatalogue({
  phoneLead: 'Ajoutez vos pages : chacune est détectée, redressée, puis prête à télécharger.',
  phoneDrop: 'Photos ou PDF',
  join: 'Réunir en un PDF',
  joinOf: (name: string) => `Réunir en un PDF les pages de ${name}`,
  exports: 'Exporter',
  eachPdf: 'Un PDF par fichier, en ZIP',
  sheet: 'Planche',
  list: 'Liste',
  asSheet: 'Voir en planche',
  asList: 'Voir en liste',
  open: (name: string) => `Ouvrir ${name}`,
  previous: 'Page précédente',
  next: 'Page suivante',
  move: (name: string, place: number, total: number) => `${place} sur ${total}, déplacer ${name}`,
  howToMove:
    'Espace pour saisir, flèches pour déplacer, Espace pour poser, Échap pour annuler. Ou faites glisser.',
  lifted: (name: string, place: number, total: number) => `${name} : saisi, place ${place} sur ${total}.`,
  over: (place: number, total: number) => `Place ${place} sur ${total}.`,
  put: (name: string, place: number, total: number) => `${name} : posé à la place ${place} sur ${total}.`,
  putBack: (name: string, place: number) => `${name} : remis à la place ${place}.`,
  details: 'Détails',
  detailsOf: (name: string) => `Détails de ${name}`,
  figures: {
    pixels: 'Taille en pixels',
    confidence: 'Confiance',
    lighting: 'Éclairage',
    lightingApplied: 'corrigé',
    lightingKept: {
      not_asked: 'laissé tel quel',
      card: 'laissé tel quel : une carte n’a pas de papier à blanchir',
      picture: 'laissé tel quel : la page est une image plutôt que du papier',
    },
    shape: 'Courbure',
    flattened: (bend: string) => `${bend} % de la diagonale, aplanie`,
    leftCurved: (bend: string) => `${bend} % de la diagonale, laissée telle quelle`,
    flat: 'aplanie',
    ingest: 'Durée de l’envoi',
    detect: 'Durée de la détection',
    rectify: 'Durée du redressement',
  },
  erased: {
    status: 'Fichier effacé',
    text: 'Ce fichier n’est plus sur nos serveurs : il a été supprimé, ou sa durée de conservation est passée. Ajoutez-le de nouveau pour le refaire.',
  },
  foreign: {
    status: 'Fichier inaccessible',
    text: 'Les cookies de ce navigateur ont été effacés depuis l’envoi de ce fichier : nos serveurs ne savent plus qu’il est à vous, et l’effacent à la fin de sa durée de conservation. Ajoutez-le de nouveau pour le refaire.',
  },
  leftOut: {
    title: (pages: number, all: number) =>
      `Le ZIP contient ${count(pages, 'page')} sur ${formatInteger(all)}`,
    text: (pages: number) =>
      pages > 1
        ? 'Ces pages n’ont pas de résultat et n’y sont pas :'
        : 'Cette page n’a pas de résultat et n’y est pas :',
  },
  filesToCount: (files: number) => `${count(files, 'fichier')} à compter`,
  documents: {
    of: (name: string, document: number) => `${name}, document ${document}`,
    found: (documents: number) => count(documents, 'document trouvé', 'documents trouvés'),
    split: (others: number) =>
      others === 1
        ? 'Traiter l’autre : 1 crédit'
        : `Traiter les ${others} autres : ${count(others, 'crédit')}`,
    splitOf: (text: string, name: string) => `${text}, documents de ${name}`,
    partial: {
      title: (documents: number, credits: number) =>
        `${count(documents, 'document')}, ${count(credits, 'crédit')}`,
      text: 'Chaque document coûte un crédit. Les suivants resteront en attente de crédits.',
    },
  },
  spread: {
    ask: 'Une ou deux pages ?',
    found: 'Livre ouvert',
    whole: 'La double page · 1 crédit',
    pages: (pages: number) => (pages === 1 ? 'L’autre page · 1 crédit' : 'Deux pages · 2 crédits'),
  },
  removePage: {
    title: 'Supprimer cette page ?',
    text: (others: number) =>
      others === 1
        ? 'L’autre page du fichier reste.'
        : `Les ${count(others, 'autre page', 'autres pages')} du fichier restent.`,
  },
})

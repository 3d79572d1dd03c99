import { count, formatInteger, formatShare } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** Several finished pages in one PDF. */
export const dossierWords = typesetCatalogue({
  title: (pages: number) => `PDF de ${count(pages, 'page')}`,
  making: 'Les pages sont lues, puis réunies. Le fichier s’enregistre dès qu’il est prêt.',
  pagesRead: (read: number, pages: number) => `Lues : ${formatInteger(read)} sur ${count(pages, 'page')}.`,
  saved: (name: string, size: string) => `${name} · ${size}`,
  searchable: (read: number, pages: number) =>
    read === 0
      ? 'Il ne contient pas de texte à chercher.'
      : read === pages
        ? 'Le texte s’y cherche et s’y copie.'
        : `Le texte se cherche et se copie sur ${formatInteger(read)} des ${count(pages, 'page')}.`,
  tooHeavy: 'Il n’a pas pu être aussi léger que demandé.',
  reduced: (resolution: number) =>
    resolution === 1
      ? 'Pour être plus légères, les images ont perdu un peu en qualité.'
      : `Pour être plus légères, les images ont gardé ${formatShare(resolution)} % de leur résolution.`,
  keptUntil: (when: string) => `Gardé jusqu’au ${when}.`,
  without: (pages: number) =>
    pages > 1
      ? 'Ces pages n’ont pas de résultat et n’y sont pas :'
      : 'Cette page n’a pas de résultat et n’y est pas :',
  make: 'Créer le PDF',
  saveAgain: 'Enregistrer de nouveau',
  retry: 'Réessayer',
  withOptions: 'PDF, avec des options',
  texts: 'Texte de toutes les pages',
  reading: 'Lecture des pages…',
  unread: (pages: number) =>
    pages > 1
      ? `${count(pages, 'page')} n’ont pas pu être lues : elles manquent dans le texte.`
      : 'Une page n’a pas pu être lue : elle manque dans le texte.',
  tooManyFiles: (files: number, most: number) =>
    `${count(files, 'fichier')} : au plus ${count(most, 'PDF', 'PDF')} par heure peuvent être créés. Retirez-en, ou réunissez-les en un PDF.`,
  textFailed: 'Le texte n’a pas pu être enregistré.',
  formats: (name: string) => `Autres formats de ${name}`,
  asPdf: 'PDF, avec le texte',
  asImage: 'Image',
  asText: 'Texte seul',
  rename: (name: string) => `Renommer ${name}`,
  renaming: {
    title: 'Renommer la page',
    text: 'Ce nom sert aussi aux fichiers enregistrés et aux signets du PDF.',
    name: 'Nom',
    confirm: 'Renommer',
  },
  options: {
    title: 'Options',
    name: 'Nom du PDF',
    pages: (chosen: number, all: number) => `Pages : ${formatInteger(chosen)} sur ${formatInteger(all)}`,
    sheet: 'Taille des pages',
    sheets: { as_is: 'Comme elles sont', a4: 'A4', card: 'Carte, recto verso' },
    weight: 'Qualité',
    weights: { auto: 'Légère', jpeg: 'JPEG', lossless: 'Sans perte' },
    most: 'Poids maximal',
    mostOf: (megabytes: number) => (megabytes === 0 ? 'Aucun' : `${megabytes} MB`),
    text: 'Texte à chercher et à copier',
    archive: 'Pour l’archivage (PDF/A-2b)',
  },
})

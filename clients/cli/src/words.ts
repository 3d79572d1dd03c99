import type { UsageError } from './arguments.ts'

export type Language = 'fr' | 'en'

/** `--lang`, else what the system speaks; French where it does not say. */
export function languageOf(asked: Language | undefined, env: NodeJS.ProcessEnv): Language {
  const system = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  return asked ?? (/^(?:fr|C\b|POSIX|$)/.test(system) ? 'fr' : 'en')
}

type Usage = { readonly [Problem in UsageError['problem']]: (what: string) => string }
export type Words = {
  readonly help: string
  readonly usage: Usage
  readonly seeHelp: string
  readonly noKey: string
  readonly noAddress: string
  readonly askKey: string
  readonly askAddress: string
  readonly connected: (credits: number, file: string) => string
  readonly disconnected: string
  readonly credits: (credits: number) => string
  readonly exists: (path: string) => string
  readonly missing: string
  readonly nothing: string
  readonly doubt: string
  readonly already: string
  readonly summary: (facts: {
    done: number
    failed: number
    left: number
    charged: number
    remaining: number | null
  }) => string
  readonly failed: (file: string, why: string) => string
  readonly interrupted: string
}

const fr: Words = {
  help: `equerre : recadre, redresse, lit et assemble des documents photographiés.

  equerre redresser FICHIER…       une page droite par photo, par page de PDF (1 crédit la page faite)
  equerre lire FICHIER…            leur texte
  equerre assembler FICHIER… --pdf DOSSIER.pdf
                                   un seul PDF : les PDF tels quels, les photos redressées
  equerre lot LISTE|ADRESSE…       les pages de nombreuses adresses, dès que le service a le temps ; une LISTE en a une par ligne :
                                   adresse[,groupe][,référence] ; un PDF par groupe
  equerre credits                  ce qu’il reste
  equerre connexion, deconnexion   enregistre la clé d’API, l’oublie

Un FICHIER est une image, un PDF ou une adresse http(s).

  -o, --sortie DOSSIER    où vont les pages ; par défaut à côté de chaque fichier
  -f, --format FORMAT     png, jpeg, webp, pdf
      --pdf FICHIER       assemble toutes les pages ; seules, elles ne sont écrites qu’avec --sortie
      --titre TITRE       du PDF assemblé
  -t, --texte             lit aussi le texte : un fichier .txt, un PDF cherchable
      --filtre FILTRE     color, gray, bw
      --lumiere           corrige l’éclairage
      --dpi N, --papier PAPIER (auto, a4, a5, letter, legal, id1, none), --page N
  -j, --parallele N       fichiers à la fois, 4 par défaut
      --ecraser           remplace les fichiers qui existent
      --adresse ADRESSE   celle du service ; sinon EQUERRE_URL, sinon celle de la connexion
      --json              une ligne de JSON par fichier, puis un bilan
      --lang fr|en        --aide        --version

La clé : EQUERRE_API_KEY, sinon celle de la connexion. Une commande interrompue se relance telle quelle : rien n’est refait ni redébité.
Codes de sortie : 0 tout est fait, 1 des fichiers ont échoué, 2 commande mal écrite, 3 plus de crédits, 4 clé absente ou refusée,
5 service injoignable, 130 interrompu.`,
  usage: {
    unknown: (what) => `Option inconnue ou sans valeur : ${what}`,
    value: (what) => `Valeur attendue : ${what}`,
    misplaced: (what) => `${what} n’a pas de sens avec cette commande`,
    verb: (what) => `Commande inconnue : ${what}`,
    nothing: (what) => `${what} : quels fichiers ?`,
    list: (what) => `Ni une adresse http(s) ni un fichier qui en contient une par ligne : ${what}`,
    pdf: (what) => `${what} manque : dans quel fichier assembler ?`,
  },
  seeHelp: 'Voir equerre --aide',
  noKey: 'Aucune clé : equerre connexion, ou la variable EQUERRE_API_KEY.',
  noAddress: 'Où est le service ? --adresse, ou la variable EQUERRE_URL.',
  askKey: 'Clé d’API : ',
  askAddress: 'Adresse du service : ',
  connected: (credits, file) => `Connecté, ${fr.credits(credits)}. Clé enregistrée dans ${file}`,
  disconnected: 'La clé est oubliée.',
  credits: (credits) => `${credits} crédit${credits > 1 ? 's' : ''}`,
  exists: (path) => `${path} existe déjà (--ecraser pour le remplacer)`,
  missing: 'fichier introuvable ou illisible',
  nothing: 'aucun document trouvé ; rien n’est débité',
  doubt: 'document pas assez net ; rien n’est débité',
  already: 'déjà fait',
  summary: ({ done, failed, left, charged, remaining }) =>
    [
      `${done} fait${done > 1 ? 's' : ''}`,
      ...(failed ? [`${failed} en échec`] : []),
      ...(left ? [`${left} non traité${left > 1 ? 's' : ''}`] : []),
      `${fr.credits(charged)} débité${charged > 1 ? 's' : ''}`,
      ...(remaining === null ? [] : [`il en reste ${remaining}`]),
    ].join(', '),
  failed: (file, why) => `${file} : ${why}`,
  interrupted: 'Interrompu. La même commande reprend où elle en était.',
}

const en: Words = {
  help: `equerre: crops, straightens, reads and assembles photographed documents.

  equerre straighten FILE…         one straight page per photo, per page of a PDF (1 credit per page made)
  equerre read FILE…               their text
  equerre assemble FILE… --pdf DOSSIER.pdf
                                   a single PDF: PDFs as they are, photos straightened
  equerre batch LIST|ADDRESS…      the pages of many addresses, as soon as the service has time; a LIST has one on each line:
                                   address[,group][,reference]; one PDF per group
  equerre credits                  what is left
  equerre login, logout            keeps the API key, forgets it

A FILE is an image, a PDF or an http(s) address.

  -o, --output FOLDER     where pages go; by default beside each file
  -f, --format FORMAT     png, jpeg, webp, pdf
      --pdf FILE          assembles all pages; on their own they are only written with --output
      --title TITLE       of the assembled PDF
  -t, --text              reads the text too: a .txt file, a PDF to search
      --filter FILTER     color, gray, bw
      --relighting        evens out the light
      --dpi N, --paper PAPER (auto, a4, a5, letter, legal, id1, none), --page N
  -j, --parallel N        files at once, 4 by default
      --overwrite         replaces files that exist
      --url ADDRESS       of the service; else EQUERRE_URL, else that of the login
      --json              a line of JSON per file, then a summary
      --lang fr|en        --help        --version

The key: EQUERRE_API_KEY, else that of the login. A command that was interrupted goes on when started again: nothing is made or charged twice.
Exit codes: 0 all done, 1 some files failed, 2 wrong usage, 3 no credits left, 4 key missing or refused, 5 service out of reach, 130 interrupted.`,
  usage: {
    unknown: (what) => `Unknown option, or one without its value: ${what}`,
    value: (what) => `Expected: ${what}`,
    misplaced: (what) => `${what} makes no sense with this command`,
    verb: (what) => `Unknown command: ${what}`,
    nothing: (what) => `${what}: which files?`,
    list: (what) => `Neither an http(s) address nor a file with one on each line: ${what}`,
    pdf: (what) => `${what} is missing: which file to assemble into?`,
  },
  seeHelp: 'See equerre --help',
  noKey: 'No key: equerre login, or the variable EQUERRE_API_KEY.',
  noAddress: 'Where is the service? --url, or the variable EQUERRE_URL.',
  askKey: 'API key: ',
  askAddress: 'Address of the service: ',
  connected: (credits, file) => `Connected, ${en.credits(credits)}. The key is in ${file}`,
  disconnected: 'The key is forgotten.',
  credits: (credits) => `${credits} credit${credits === 1 ? '' : 's'}`,
  exists: (path) => `${path} exists already (--overwrite to replace it)`,
  missing: 'not found, or cannot be read',
  nothing: 'no document found; nothing is charged',
  doubt: 'the document is not clear enough; nothing is charged',
  already: 'done before',
  summary: ({ done, failed, left, charged, remaining }) =>
    [
      `${done} done`,
      ...(failed ? [`${failed} failed`] : []),
      ...(left ? [`${left} left`] : []),
      `${en.credits(charged)} charged`,
      ...(remaining === null ? [] : [`${remaining} left over`]),
    ].join(', '),
  failed: (file, why) => `${file}: ${why}`,
  interrupted: 'Interrupted. The same command goes on where it was.',
}

export const words: Readonly<Record<Language, Words>> = { fr, en }

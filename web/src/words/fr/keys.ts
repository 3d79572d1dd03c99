import type { KeyScope } from '@equerre/contract/api-key'
import { count, formatInteger } from './format.ts'
import { typesetCatalogue } from './typography.ts'

const scopes: Readonly<Record<KeyScope, { readonly name: string; readonly note: string }>> = {
  straighten: { name: 'Redresser', note: 'Envoyer, redresser, réunir, reprendre un résultat.' },
  read: { name: 'Lire', note: 'Lister fichiers et mouvements, sans rien faire.' },
  manage: {
    name: 'Gérer',
    note: 'Créer, changer et révoquer des clés et des webhooks, donc donner tous les droits.',
  },
}

/** Named keys and their usage, on the account page. */
export const keysWords = typesetCatalogue({
  title: 'Clés nommées',
  lead: 'Une clé par programme ou par équipe, avec ses droits, sa fin et son plafond.',
  none: 'Aucune clé nommée pour le moment.',
  failed: 'Les clés n’ont pas pu être lues.',
  add: 'Créer une clé',
  scopes,
  never: 'aucun appel',
  lastUse: (when: string) => `dernier appel le ${when}`,
  noEnd: 'sans fin',
  ends: (day: string) => `jusqu’au ${day}`,
  ended: (day: string) => `expirée le ${day}`,
  spent: (credits: number, cap: number | null) =>
    cap === null
      ? `${count(credits, 'crédit')} ce mois-ci`
      : `${formatInteger(credits)} sur ${count(cap, 'crédit')} ce mois-ci`,
  change: 'Modifier',
  rotate: 'Régénérer',
  revoke: 'Révoquer',
  form: {
    title: 'Créer une clé',
    changeTitle: 'Modifier la clé',
    name: 'Nom',
    scopes: 'Droits',
    oneScope: 'Choisissez au moins un droit.',
    end: 'Fin',
    keep: (day: string) => `Inchangée : le ${day}`,
    forEver: 'Jamais',
    inDays: (days: number) => (days === 365 ? 'Dans un an' : `Dans ${days} jours`),
    cap: 'Crédits par mois',
    capNote: 'Vide : sans plafond. Le mois commence le premier à 0 h UTC.',
    capPattern: 'Un nombre entier, de 1 à 1 000 000.',
    create: 'Créer',
    save: 'Enregistrer',
    refused: (reason: string) => `La clé n’a pas été enregistrée. ${reason}`,
  },
  shown: {
    title: 'Votre nouvelle clé',
    text: 'Copiez-la maintenant : elle ne sera plus jamais affichée.',
    what: 'Nouvelle clé',
    done: 'C’est copié',
  },
  rotateTitle: (name: string) => `Régénérer « ${name} » ?`,
  rotateText: 'L’ancienne clé est refusée aussitôt. Droits, fin, plafond et usage restent.',
  revokeTitle: (name: string) => `Révoquer « ${name} » ?`,
  revokeText: 'La clé est refusée aussitôt, pour toujours.',
  actionFailed: (reason: string) => `Rien n’a changé. ${reason}`,
  usage: {
    title: 'Usage par clé',
    failed: 'L’usage n’a pas pu être lu.',
    none: 'Aucun crédit dépensé par une clé sur cette période.',
    period: 'Période',
    days: (days: number) => `${days} jours`,
    year: '12 mois',
    key: 'Clé',
    allKeys: 'Toutes les clés',
    own: 'Clé API',
    forgotten: 'Clé révoquée',
    revoked: (name: string) => `${name} (révoquée)`,
    credits: 'Crédits',
    total: 'Total',
    chart: (credits: number, most: number, when: string) =>
      `Graphique : ${count(credits, 'crédit')} sur la période, au plus ${formatInteger(most)}, ${when}.`,
    bar: (when: string, credits: number) => `${when} : ${count(credits, 'crédit')}`,
    figures: 'Chiffres du graphique',
    day: 'Jour',
    month: 'Mois',
    utc: 'Jours et mois en UTC.',
    csv: 'Télécharger en CSV',
    csvName: 'equerre-usage-des-cles.csv',
    csvColumns: { day: 'Jour (UTC)', key: 'Clé', id: 'Identifiant', credits: 'Crédits' },
    /** Where this language is spoken, Excel takes this for the end of a column. */
    csvSeparator: ';',
  },
})

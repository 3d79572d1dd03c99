import type { Delivery, Webhook } from '../../api/webhooks.ts'
import { typesetCatalogue } from './typography.ts'

const states: Readonly<Record<Webhook['state'], string>> = {
  active: 'Actif',
  paused: 'En pause',
  failing: 'En pause : tout échoue',
  gone: 'A répondu 410',
}
const deliveryStates: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'En attente',
  sending: 'En route',
  delivered: 'Livrée',
  failed: 'Abandonnée',
}
const errors: Readonly<Record<NonNullable<Delivery['attempts'][number]['error']>, string>> = {
  timeout: 'pas de réponse à temps',
  unreachable: 'injoignable',
  refused_address: 'adresse refusée',
}

/** Texts of the account page about webhooks. */
export const webhookWords = typesetCatalogue({
  title: 'Webhooks',
  text: 'Une adresse qui est prévenue dès qu’un fichier, une page ou un dossier est prêt ou a échoué, qu’une page est à vérifier ou que les crédits baissent.',
  reference: 'Vérifier un webhook',
  failed: 'Vos webhooks n’ont pas pu être lus.',
  address: 'Adresse',
  add: 'Ajouter',
  addFailed: (reason: string) => `Le webhook n’a pas été ajouté. ${reason}`,
  actionFailed: 'L’action a échoué. Réessayez dans un instant.',
  secret: 'Secret',
  secretOnce: 'Gardez-le maintenant : il ne sera plus montré.',
  secretBoth: (until: string) => `L’ancien secret signe aussi jusqu’au ${until}.`,
  hideSecret: 'Je l’ai gardé',
  states,
  failing: (since: string) =>
    `Toutes les livraisons ont échoué depuis le ${since}. Ce qui arrive attend : réparez l’adresse, puis reprenez.`,
  test: 'Envoyer un essai',
  pause: 'Mettre en pause',
  resume: 'Reprendre',
  rotate: 'Remplacer le secret',
  rotateTitle: 'Remplacer le secret ?',
  rotateText: 'L’ancien signe encore pendant 24 heures, à côté du nouveau.',
  rotateConfirm: 'Remplacer',
  delete: 'Supprimer',
  deleteTitle: 'Supprimer ce webhook ?',
  deleteText: 'Cette adresse n’est plus prévenue, et son journal est effacé.',
  deleteConfirm: 'Supprimer',
  deliveries: 'Livraisons',
  noDeliveries: 'Aucune livraison pour le moment.',
  deliveryStates,
  sent: 'Envoyé',
  answered: (at: string, status: number, ms: string) => `${at} : réponse ${status} en ${ms} ms`,
  noAnswer: (at: string, error: keyof typeof errors) => `${at} : ${errors[error]}`,
  resend: 'Renvoyer',
  callbacks: 'Adresses de rappel',
  callbacksText:
    'Celles que donnent vos appels (callback_url), prévenues une fois. Avec un secret, ce qu’elles reçoivent est signé comme pour un webhook.',
  newSecret: 'Nouveau secret',
  newSecretTitle: 'Créer un nouveau secret ?',
  newSecretText: 'S’il y en a déjà un, il signe encore pendant 24 heures, à côté du nouveau.',
  newSecretConfirm: 'Créer',
})

import type { LegalText } from '../../../legal/legal-text.ts'

export const cookies: LegalText = {
  title: 'Cookies',
  lead: 'Aucun cookie de mesure, de publicité ou d’un autre site : pas de bandeau, puisqu’il n’y a rien à accepter.',
  updated: '26 novembre 2026',
  sections: [
    {
      title: 'Cookies nécessaires',
      blocks: [
        'Ils sont dispensés de consentement (article 82 de la loi Informatique et Libertés) : ils servent à vous reconnaître et à compter un accès gratuit limité.',
        [
          'guest_key : l’identifiant d’un invité, au hasard. 365 jours.',
          'cookie_credits : le nombre de crédits d’un invité, pour l’afficher. 365 jours.',
          '__Host-session : la session d’un compte connecté. 30 jours, effacé à la déconnexion.',
          'signed-in : dit à la page qu’une session existe, sans la nommer. 30 jours.',
          '__Host-sign-in : protège une connexion en cours chez Google. 10 minutes.',
        ],
      ],
    },
    {
      title: 'Mémoire du navigateur',
      blocks: [
        'Ce qui suit reste sur votre appareil. Seuls vos fichiers sont envoyés, quand leur tour vient.',
        [
          'equerre-theme, equerre-settings, equerre-language, equerre-key-hidden : l’apparence, vos options de traitement, le langage des exemples, la clé masquée ou non.',
          'equerre-principal : si le dernier visiteur était un invité ou un compte, et si sa session a pris fin.',
          'equerre-topped-up : que les crédits gratuits sont pris. Effacé avec l’onglet.',
          'equerre-last-movement : pendant un achat, le dernier mouvement connu. Effacé avec l’onglet.',
          'equerre-cards : la liste de vos fichiers et où en est chacun, avec l’adresse e-mail du compte auquel ils sont ou le début de l’identifiant de l’invité, pour les retrouver après une connexion, un paiement ou un rechargement. 24 heures.',
          'equerre-files : vos fichiers pas encore envoyés, jusqu’à leur envoi. 24 heures au plus.',
          'equerre-waiting : jusqu’à quand le premier de ces fichiers est gardé, pour revenir à eux après une connexion ou un paiement.',
        ],
        'Les trois derniers s’effacent à la déconnexion, et avec « Nettoyer » ou « Supprimer » pour les fichiers que cela concerne. Un autre compte, dans le même navigateur, ne les voit pas ; ceux d’un invité passent au compte auquel il se connecte.',
      ],
    },
    {
      title: 'Les refuser ou les effacer',
      blocks: [
        'Votre navigateur permet de les refuser et de les effacer. Sans guest_key un invité n’a plus de crédits ni de fichiers ; sans cookie de session il faut se connecter de nouveau.',
        'Les pages de Google et de Stripe, où vous allez pour vous connecter ou payer, ont leurs propres cookies et leurs propres règles.',
      ],
    },
  ],
}

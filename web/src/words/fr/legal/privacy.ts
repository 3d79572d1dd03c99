import type { LegalText } from '../../../legal/legal-text.ts'

export const privacy: LegalText = {
  title: 'Confidentialité',
  lead: 'Un document photographié en dit beaucoup sur vous. Voici ce que nous gardons, pourquoi, et jusqu’à quand.',
  updated: '23 novembre 2026',
  sections: [
    {
      title: 'Responsable du traitement',
      blocks: [
        '{name}, {address}, {email}. Pour les documents qu’un client professionnel nous envoie au sujet d’autres personnes, il est le responsable et nous sommes son sous-traitant au sens de l’article 28 du RGPD : un contrat de sous-traitance est disponible sur demande.',
      ],
    },
    {
      title: 'Vos documents',
      blocks: [
        'Un fichier envoyé et tout ce qui en est fait (aperçu, zone détectée, image redressée) sert uniquement à vous rendre le résultat. Base légale : le contrat, ou les mesures que vous demandez avant d’en conclure un.',
        'Ils sont effacés de nos serveurs après 24 heures, et tout de suite quand vous les supprimez. Vous seul y accédez. Personne ne les regarde, aucun programme n’apprend sur eux, ils ne sont ni vendus ni transmis.',
        'Avant son envoi, un fichier ajouté est gardé dans votre navigateur seulement, pour que ni une connexion, ni un paiement, ni un rechargement ne le perde : jusqu’à son envoi, 24 heures au plus, ou jusqu’à la déconnexion. La page [Cookies](/cookies) dit où.',
      ],
    },
    {
      title: 'Ce que nous gardons',
      blocks: [
        [
          'Compte : adresse e-mail, nom et identifiant donnés par Google à la connexion. Base : le contrat. Durée : jusqu’à la suppression du compte.',
          'Sessions : une empreinte du jeton, pas le jeton. Durée : 30 jours.',
          'Clés API : une empreinte, une copie chiffrée pour vous la remontrer, et la date du dernier appel. Durée : jusqu’à son remplacement ou à la suppression du compte.',
          'Clés nommées : leur nom, leurs droits, leur fin et leur plafond, une empreinte et la date du dernier appel. Durée : jusqu’à la suppression du compte ; de celles que vous révoquez, les cent dernières. Crédits dépensés par clé et par jour : 400 jours.',
          'Webhooks : leur adresse, un secret chiffré, les événements et le début de ce que l’adresse a répondu. Base : le contrat. Durée : sept jours ; l’adresse et le secret, jusqu’à leur suppression ou à celle du compte.',
          'Mot de passe d’un PDF protégé, si vous le donnez : chiffré, pour ouvrir ce seul fichier. Base : le contrat. Durée : celle du fichier ; l’export de vos données ne le contient pas.',
          'Crédits et achats : mouvements, lot, prix, référence du paiement chez Stripe. Base : le contrat et nos obligations comptables. Durée : dix ans, sans votre nom une fois le compte supprimé.',
          'Invités : un identifiant au hasard. Durée : un an.',
          'Crédits offerts : contre l’abus, le début de l’adresse du réseau (/24 en IPv4, /64, /56 et /48 en IPv6). Base : notre intérêt légitime à limiter une offre gratuite. Durée : un jour.',
          'Étapes demandées sans avoir acheté de crédits : l’adresse IP et le réseau d’où elles viennent, pour que personne n’occupe toute la machine. Base : notre intérêt légitime à servir chacun à son tour. Durée : celle du fichier.',
          'Journaux techniques : heure, adresse appelée, statut, durée, numéro de requête ; ni nom de fichier, ni clé, ni cookie. Base : notre intérêt légitime à faire marcher et à protéger le service.',
        ],
        'Les sauvegardes de la base de données, où aucun document ne figure, sont détruites au bout de 35 jours. Si l’une d’elles doit être restaurée, les comptes supprimés entre-temps sont effacés de nouveau : nous en gardons pour cela le seul identifiant, pendant 40 jours.',
        'Nous ne faisons ni profilage, ni publicité, ni décision automatisée qui vous concerne.',
      ],
    },
    {
      title: 'Qui d’autre intervient',
      blocks: [
        [
          'Hébergement : {hostName}, {hostAddress}.',
          'Connexion : Google Ireland Ltd, seulement si vous vous connectez. Nous demandons votre adresse e-mail et votre nom, rien d’autre.',
          'Paiement : Stripe Payments Europe Ltd, seulement si vous achetez. Votre carte n’est connue que d’eux.',
        ],
        'Google et Stripe peuvent traiter des données hors de l’Union européenne, sous les clauses contractuelles types de la Commission ou le cadre UE–États-Unis. Vos documents ne leur sont jamais transmis.',
      ],
    },
    {
      title: 'Sécurité',
      blocks: [
        'Les échanges sont chiffrés. Les fichiers reçus sont lus par des processus isolés, qui ne connaissent ni votre compte ni les bases de données. Les clés et les jetons ne sont gardés que sous forme d’empreintes ou chiffrés.',
      ],
    },
    {
      title: 'Vos droits',
      blocks: [
        'Vous pouvez accéder à vos données, les rectifier, les effacer, les emporter, limiter leur traitement ou vous y opposer, et dire ce qu’elles deviennent après votre mort. Deux de ces droits s’exercent d’un clic dans votre [compte](/account) : télécharger vos données, et supprimer le compte. Pour les autres, écrivez à {email} ; nous répondons sous un mois.',
        'Si la réponse ne vous convient pas, vous pouvez saisir la CNIL, 3 place de Fontenoy, 75007 Paris, [cnil.fr](https://www.cnil.fr/fr/plaintes).',
      ],
    },
    {
      title: 'Cookies',
      blocks: ['Le site n’en pose que pour fonctionner : la page [Cookies](/cookies) les nomme tous.'],
    },
  ],
}

import { packs } from '@equerre/contract/packs'
import type { LegalText } from '../../../legal/legal-text.ts'

export const terms: LegalText = {
  title: 'Conditions de vente',
  lead: 'Ce que vous achetez, ce que vous payez, et ce que vous pouvez nous demander.',
  updated: '21 novembre 2026',
  sections: [
    {
      title: '1. Vendeur et objet',
      blocks: [
        'Ces conditions s’appliquent aux crédits vendus sur ce site par {name}, {legalForm}, {address}, immatriculation {registration} (« nous »), à toute personne qui les achète (« vous »). Un crédit permet de redresser une image, ou une page d’un PDF, dans la page ou par l’API.',
        'Les [mentions légales](/mentions-legales) disent comment nous joindre. En achetant, vous acceptez ces conditions dans la version du jour de l’achat ; vous pouvez enregistrer ou imprimer cette page.',
      ],
    },
    {
      title: '2. Le service',
      blocks: [
        'Vous envoyez une photographie ou un PDF ; le service cherche le document, corrige sa perspective et vous rend une image droite. Les formats, tailles et cadences acceptés sont dans la [référence](/docs/#limites). Le résultat d’une détection peut être incertain : il est alors marqué « À vérifier », et vous pouvez corriger les coins.',
        'Un crédit est réservé quand le travail est accepté et débité seulement quand l’image existe. Un échec, un refus, une photo sans document ou un document trop douteux pour être coupé ne coûtent rien. Corriger la zone d’une page déjà payée est gratuit, cinq fois par page payée ; une zone qui ne recouvre pas au moins la moitié de ce que les deux couvrent ensemble est une autre page.',
        'Les fichiers envoyés et leurs résultats sont effacés après 24 heures : téléchargez ce que vous voulez garder.',
      ],
    },
    {
      title: '3. Prix',
      blocks: [
        packs.map(({ credits, priceCents }) => `${credits} crédits : ${priceCents / 100} € TTC`),
        'Les prix sont en euros, toutes taxes comprises ({vat}). Il n’y a ni abonnement ni frais cachés. Un changement de prix ne touche pas les achats déjà faits. Dix crédits sont offerts à un nouveau visiteur, et cinq de plus une seule fois sur demande ; les crédits offerts ne sont pas remboursables.',
      ],
    },
    {
      title: '4. Commande et paiement',
      blocks: [
        'Un compte est nécessaire pour acheter. Le bouton « Acheter » ouvre la page de paiement de notre prestataire, Stripe, qui rappelle l’achat et son prix ; le contrat est conclu quand vous y confirmez le paiement. Votre numéro de carte ne passe jamais par nos serveurs.',
        'Les crédits sont ajoutés dès que le paiement est confirmé, en général dans la minute. S’ils tardent, ils le sont au plus tard dans les quinze minutes ; sinon écrivez-nous. L’achat et ses mouvements restent visibles dans votre [compte](/account), et Stripe vous adresse un reçu.',
      ],
    },
    {
      title: '5. Durée',
      blocks: [
        'Les crédits n’expirent pas. Si nous arrêtons le service, nous vous prévenons au moins deux mois avant par e-mail et remboursons les crédits achetés qui restent.',
      ],
    },
    {
      title: '6. Droit de rétractation',
      blocks: [
        'Consommateur, vous avez quatorze jours à compter de l’achat pour y renoncer, sans motif et sans frais. Commencer à utiliser vos crédits n’éteint pas ce droit : les crédits inutilisés sont repris et leur prix vous est remboursé ; ceux que vous avez utilisés, à votre demande, restent dus au prix du lot.',
        'Le plus simple est la fonction [Renoncer au contrat ici](/retractation), gratuite et ouverte pendant tout le délai : vous choisissez l’achat, vous confirmez, et vous gardez un accusé de réception avec son contenu, sa date et son heure. Vous pouvez aussi utiliser le modèle de formulaire de la même page, ou toute déclaration claire envoyée à {email} ou à {address}.',
        'Le remboursement est fait par le moyen de paiement de l’achat, au plus tard quatorze jours après votre déclaration.',
      ],
    },
    {
      title: '7. Garantie légale de conformité',
      blocks: [
        'Le service numérique que vous achetez bénéficie de la garantie légale de conformité (articles L. 224-25-12 et suivants du code de la consommation) : il doit correspondre à sa description et à l’usage attendu pendant tout le temps où vos crédits sont utilisables.',
        'Si ce n’est pas le cas, vous pouvez demander sa mise en conformité, sans frais et sans retard injustifié. Si elle échoue, tarde ou est impossible, vous pouvez demander une réduction du prix ou mettre fin au contrat et être remboursé. Un crédit débité pour une image inutilisable par notre faute est rendu.',
        'Cette garantie est due par {name}, {address}, {email}.',
      ],
    },
    {
      title: '8. Usage permis',
      blocks: [
        'N’envoyez que des documents que vous avez le droit de traiter. Il est interdit de contourner les limites, de revendre un accès sans accord, de chercher à atteindre les fichiers d’autrui ou de gêner le service. Gardez votre clé API secrète : les appels faits avec elle vous sont comptés ; vous pouvez la remplacer à tout moment.',
        'En cas d’abus manifeste nous pouvons suspendre l’accès après vous avoir prévenu, ou aussitôt si le service est en danger. Les crédits achetés qui restent sont remboursés, sauf fraude.',
      ],
    },
    {
      title: '9. Responsabilité',
      blocks: [
        'Nous répondons de la bonne exécution du service. Gardez vos originaux : nous ne sommes pas un archivage. Envers un professionnel, notre responsabilité est limitée aux sommes payées dans les douze derniers mois. Rien ici ne réduit les droits d’un consommateur, ni notre responsabilité en cas de faute lourde ou de dommage corporel.',
      ],
    },
    {
      title: '10. Réclamations et médiation',
      blocks: [
        'Écrivez d’abord à {email} ou appelez le {phone} ; nous répondons sous dix jours ouvrés. Si la réponse ne vous convient pas, vous pouvez saisir gratuitement le médiateur de la consommation dont nous relevons : {mediator} (articles L. 611-1 et suivants du code de la consommation).',
      ],
    },
    {
      title: '11. Droit applicable',
      blocks: [
        'Ces conditions sont soumises au droit français. Un consommateur peut saisir le tribunal de son domicile et garde la protection des lois de son pays de résidence. Les données personnelles sont traitées comme le dit la page [Confidentialité](/confidentialite).',
      ],
    },
  ],
}

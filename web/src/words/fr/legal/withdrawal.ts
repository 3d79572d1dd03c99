import type { LegalText } from '../../../legal/legal-text.ts'

/** Shown below the withdrawal form: the rules, and the model form required by law. */
export const withdrawal: LegalText = {
  title: 'Rétractation',
  lead: '',
  updated: '21 novembre 2026',
  sections: [
    {
      title: 'Votre droit',
      blocks: [
        'Vous pouvez vous rétracter d’un achat de crédits sans donner de motif, dans les quatorze jours qui suivent celui de l’achat (articles L. 221-18 et suivants du code de la consommation). Un délai qui finit un samedi, un dimanche ou un jour férié va jusqu’au jour ouvrable suivant.',
        'Utiliser des crédits n’éteint pas ce droit : ceux qui restent de l’achat sont repris et remboursés à leur prix ; ceux qui ont servi restent dus. Le remboursement passe par le moyen de paiement de l’achat, sans frais, au plus tard quatorze jours après votre déclaration.',
        'La fonction ci-dessus est la plus simple : elle vous remet aussitôt un accusé de réception. Une déclaration claire par e-mail à {email}, par courrier à {address}, ou le modèle suivant ont la même valeur.',
      ],
    },
    {
      title: 'Modèle de formulaire de rétractation',
      blocks: [
        'À l’attention de {name}, {address}, {email} :',
        [
          'Je vous notifie par la présente ma rétractation du contrat portant sur l’achat de crédits ci-dessous.',
          'Crédits achetés, et date de l’achat :',
          'Nom du consommateur :',
          'Adresse du consommateur :',
          'Adresse e-mail du compte :',
          'Date, et signature si ce formulaire est sur papier :',
        ],
      ],
    },
  ],
}

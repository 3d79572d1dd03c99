import type { LegalText } from '../../../legal/legal-text.ts'
import { translationOf } from './translation-of.ts'

/** Shown below the withdrawal form: the rules, and the model form required by law. */
export const withdrawal: LegalText = {
  title: 'Withdrawal',
  lead: '',
  note: translationOf('withdrawal'),
  updated: '21 November 2026',
  sections: [
    {
      title: 'Your right',
      blocks: [
        'You can withdraw from a purchase of credits without giving a reason, within the fourteen days that follow that of the purchase (articles L. 221-18 and following of the French Code de la consommation). A period that ends on a Saturday, a Sunday or a public holiday runs to the next working day.',
        'Using credits does not end this right: those that remain of the purchase are taken back and refunded at their price; those that were used remain due. The refund goes to the means of payment used for the purchase, at no cost, within fourteen days of your statement at the latest.',
        'The function above is the simplest: it gives you an acknowledgement of receipt at once. A clear statement by email to {email}, by post to {address}, or the following model are worth the same.',
      ],
    },
    {
      title: 'Model withdrawal form',
      blocks: [
        'To {name}, {address}, {email}:',
        [
          'I hereby give notice that I withdraw from the contract for the purchase of the credits below.',
          'Credits bought, and date of the purchase:',
          'Name of the consumer:',
          'Address of the consumer:',
          'Email address of the account:',
          'Date, and signature if this form is on paper:',
        ],
      ],
    },
  ],
}

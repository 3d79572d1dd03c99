import { packs } from '@equerre/contract/packs'
import type { LegalText } from '../../../legal/legal-text.ts'
import { translationOf } from './translation-of.ts'

export const terms: LegalText = {
  title: 'Terms of sale',
  lead: 'What you buy, what you pay, and what you can ask of us.',
  note: translationOf('terms'),
  updated: '21 November 2026',
  sections: [
    {
      title: '1. Seller and subject',
      blocks: [
        'These terms apply to the credits sold on this site by {name}, {legalForm}, {address}, registration {registration} (“we”), to anyone who buys them (“you”). A credit lets you straighten one image, or one page of a PDF, in the page or through the API.',
        'The [legal notice](/mentions-legales) says how to reach us. By buying, you accept these terms in the version of the day of purchase; you can save or print this page.',
      ],
    },
    {
      title: '2. The service',
      blocks: [
        'You send a photograph or a PDF; the service looks for the document, corrects its perspective and gives you back a straight image. The formats, sizes and rates accepted are in the [reference](/docs/#limites). The result of a detection can be uncertain: it is then marked “To check”, and you can correct the corners.',
        'A credit is set aside when the work is accepted and charged only once the image exists. A failure, a refusal, a photo without a document or a document too doubtful to crop costs nothing. Correcting the area of a page that is already paid for is free, five times per paid page; an area that shares less than half of what both cover together is another page.',
        'The files you send and their results are erased after 24 hours: download what you want to keep.',
      ],
    },
    {
      title: '3. Prices',
      blocks: [
        packs.map(
          ({ credits, priceCents }) => `${credits} credits: €${priceCents / 100} including all taxes`,
        ),
        'Prices are in euros, including all taxes ({vat}). There is no subscription and there are no hidden fees. A change of price does not affect purchases already made. Ten credits are given to a new visitor, and five more once only on request; credits that were given are not refundable.',
      ],
    },
    {
      title: '4. Order and payment',
      blocks: [
        'An account is needed to buy. The button “Buy” opens the payment page of our provider, Stripe, which restates the purchase and its price; the contract is concluded when you confirm the payment there. Your card number never passes through our servers.',
        'The credits are added as soon as the payment is confirmed, usually within a minute. If they are late, they are added within fifteen minutes at the latest; otherwise write to us. The purchase and its movements remain visible in your [account](/account), and Stripe sends you a receipt.',
      ],
    },
    {
      title: '5. Duration',
      blocks: [
        'Credits do not expire. If we close the service, we tell you at least two months ahead by email and refund the credits bought that remain.',
      ],
    },
    {
      title: '6. Right of withdrawal',
      blocks: [
        'As a consumer, you have fourteen days from the purchase to withdraw from it, without giving a reason and at no cost. Starting to use your credits does not end this right: the unused credits are taken back and their price is refunded to you; those that you have used, at your request, remain due at the price of the pack.',
        'The simplest way is the function [Withdraw from contract here](/retractation), free and open during the whole period: you choose the purchase, you confirm, and you keep an acknowledgement of receipt with its content, its date and its time. You can also use the model form on the same page, or any clear statement sent to {email} or to {address}.',
        'The refund is made to the means of payment used for the purchase, within fourteen days of your statement at the latest.',
      ],
    },
    {
      title: '7. Legal guarantee of conformity',
      blocks: [
        'The digital service that you buy is covered by the legal guarantee of conformity (articles L. 224-25-12 and following of the French Code de la consommation): it must match its description and the use expected of it for as long as your credits can be used.',
        'If it does not, you can ask for it to be brought into conformity, at no cost and without undue delay. If that fails, takes too long or is impossible, you can ask for a reduction of the price, or end the contract and be refunded. A credit charged for an image that cannot be used through our fault is given back.',
        'This guarantee is owed by {name}, {address}, {email}.',
      ],
    },
    {
      title: '8. Permitted use',
      blocks: [
        'Send only documents that you have the right to process. It is forbidden to get round the limits, to resell access without agreement, to try to reach other people’s files or to disrupt the service. Keep your API key secret: calls made with it are counted as yours; you can replace it at any time.',
        'In case of manifest abuse we may suspend access after warning you, or at once if the service is in danger. The credits bought that remain are refunded, except in case of fraud.',
      ],
    },
    {
      title: '9. Liability',
      blocks: [
        'We answer for the proper performance of the service. Keep your originals: we are not an archive. Towards businesses, our liability is limited to the sums paid in the last twelve months. Nothing here reduces the rights of a consumer, nor our liability in case of gross negligence or bodily injury.',
      ],
    },
    {
      title: '10. Complaints and mediation',
      blocks: [
        'First write to {email} or call {phone}; we answer within ten working days. If the answer does not suit you, you can turn, free of charge, to the consumer mediator we come under: {mediator} (articles L. 611-1 and following of the French Code de la consommation).',
      ],
    },
    {
      title: '11. Applicable law',
      blocks: [
        'These terms are governed by French law. A consumer may go to the court of their place of residence and keeps the protection of the laws of their country of residence. Personal data is processed as the page [Privacy](/confidentialite) says.',
      ],
    },
  ],
}

import type { LegalText } from '../../../legal/legal-text.ts'
import { translationOf } from './translation-of.ts'

export const privacy: LegalText = {
  title: 'Privacy',
  lead: 'A photographed document says a lot about you. Here is what we keep, why, and until when.',
  note: translationOf('privacy'),
  updated: '23 November 2026',
  sections: [
    {
      title: 'Data controller',
      blocks: [
        '{name}, {address}, {email}. For documents that a business customer sends us about other people, that customer is the controller and we are its processor within the meaning of article 28 of the GDPR: a data processing agreement is available on request.',
      ],
    },
    {
      title: 'Your documents',
      blocks: [
        'A file that you send and everything made from it (preview, detected area, straightened image) serve only to give you the result. Legal basis: the contract, or the steps you ask for before entering into one.',
        'They are erased from our servers after 24 hours, and at once when you delete them. Only you have access to them. Nobody looks at them, no program learns from them, they are neither sold nor passed on.',
        'Before it is sent, a file that you add is kept in your browser only, so that neither a sign-in, nor a payment, nor a reload loses it: until it is sent, for 24 hours at most, or until you sign out. The page [Cookies](/cookies) says where.',
      ],
    },
    {
      title: 'What we keep',
      blocks: [
        [
          'Account: email address, name and identifier, given by Google when you sign in. Basis: the contract. Duration: until the account is deleted.',
          'Sessions: a fingerprint of the token, not the token. Duration: 30 days.',
          'API keys: a fingerprint, an encrypted copy to show it to you again, and the date of the last call. Duration: until it is replaced or the account is deleted.',
          'Named keys: their name, scopes, end and cap, a fingerprint and the date of the last call. Duration: until the account is deleted; of those that you revoke, the last hundred. Credits spent by key and day: 400 days.',
          'Webhooks: their address, an encrypted secret, the events, and the beginning of what the address answered. Basis: the contract. Duration: seven days; the address and the secret until you delete them, or the account.',
          'Password of a protected PDF, if you give it: encrypted, to open that file alone. Basis: the contract. Duration: that of the file; the export of your data does not contain it.',
          'Credits and purchases: movements, pack, price, reference of the payment at Stripe. Basis: the contract and our accounting obligations. Duration: ten years, without your name once the account is deleted.',
          'Guests: an identifier at random. Duration: one year.',
          'Free credits: against abuse, the beginning of the network address (/24 in IPv4; /64, /56 and /48 in IPv6). Basis: our legitimate interest in limiting a free offer. Duration: one day.',
          'Steps asked for without having bought credits: the IP address and the network that they come from, so that nobody takes up the whole machine. Basis: our legitimate interest in serving everyone in turn. Duration: that of the file.',
          'Technical logs: time, address called, status, duration, number of the request; no file name, no key, no cookie. Basis: our legitimate interest in running and protecting the service.',
        ],
        'The backups of the database, which hold no documents, are destroyed after 35 days. If one of them has to be restored, accounts deleted in the meantime are erased again: for this we keep their identifier alone, for 40 days.',
        'We do no profiling, no advertising, and take no automated decisions about you.',
      ],
    },
    {
      title: 'Who else is involved',
      blocks: [
        [
          'Hosting: {hostName}, {hostAddress}.',
          'Sign-in: Google Ireland Ltd, only if you sign in. We ask for your email address and your name, nothing else.',
          'Payment: Stripe Payments Europe Ltd, only if you buy. Your card is known to them alone.',
        ],
        'Google and Stripe may process data outside the European Union, under the Commission’s standard contractual clauses or the EU–US framework. Your documents are never passed on to them.',
      ],
    },
    {
      title: 'Security',
      blocks: [
        'Exchanges are encrypted. The files that we receive are read by isolated processes, which know neither your account nor the databases. Keys and tokens are kept only as fingerprints or encrypted.',
      ],
    },
    {
      title: 'Your rights',
      blocks: [
        'You can access your data, rectify it, erase it, take it with you, restrict its processing or object to it, and say what becomes of it after your death. Two of these rights take one click in your [account](/account): downloading your data, and deleting the account. For the others, write to {email}; we answer within one month.',
        'If the answer does not suit you, you can complain to the French data protection authority: CNIL, 3 place de Fontenoy, 75007 Paris, [cnil.fr](https://www.cnil.fr/fr/plaintes).',
      ],
    },
    {
      title: 'Cookies',
      blocks: ['The site sets only those it needs to work: the page [Cookies](/cookies) names them all.'],
    },
  ],
}

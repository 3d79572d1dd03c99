import type { LegalText } from '../../../legal/legal-text.ts'
import { translationOf } from './translation-of.ts'

export const cookies: LegalText = {
  title: 'Cookies',
  lead: 'No cookies for measurement, advertising or another site: no banner, since there is nothing to accept.',
  note: translationOf('cookies'),
  updated: '26 November 2026',
  sections: [
    {
      title: 'Necessary cookies',
      blocks: [
        'They are exempt from consent (article 82 of the French act “Informatique et Libertés”): they serve to recognise you and to count limited free access.',
        [
          'guest_key: the identifier of a guest, at random. 365 days.',
          'cookie_credits: the number of credits of a guest, to show it. 365 days.',
          '__Host-session: the session of a signed-in account. 30 days, erased when you sign out.',
          'signed-in: tells the page that there is a session, without naming it. 30 days.',
          '__Host-sign-in: protects a sign-in under way at Google. 10 minutes.',
        ],
      ],
    },
    {
      title: 'Browser storage',
      blocks: [
        'What follows stays on your device. Only your files are sent, when their turn comes.',
        [
          'equerre-theme, equerre-settings, equerre-language, equerre-key-hidden: the appearance, your processing options, the language of the examples, whether the key is hidden.',
          'equerre-principal: whether the last visitor was a guest or an account, and whether its session has ended.',
          'equerre-topped-up: that the free credits have been taken. Erased with the tab.',
          'equerre-last-movement: during a purchase, the last known movement. Erased with the tab.',
          'equerre-cards: the list of your files and how far each one is, with the email address of the account that they belong to or the beginning of the guest’s identifier, to find them again after a sign-in, a payment or a reload. 24 hours.',
          'equerre-files: your files that are not sent yet, until they are. 24 hours at most.',
          'equerre-waiting: until when the first of these files is kept, to come back to them after a sign-in or a payment.',
        ],
        'The last three are erased when you sign out, and by “Clear” or “Delete” for the files concerned. Another account, in the same browser, does not see them; those of a guest pass to the account the guest signs in to.',
      ],
    },
    {
      title: 'Refusing or erasing them',
      blocks: [
        'Your browser lets you refuse and erase them. Without guest_key a guest no longer has any credits or files; without the session cookie you have to sign in again.',
        'The pages of Google and Stripe, where you go to sign in or to pay, have their own cookies and their own rules.',
      ],
    },
  ],
}

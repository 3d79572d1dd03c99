import type { LegalText } from '../../../legal/legal-text.ts'
import { translationOf } from './translation-of.ts'

export const accessibility: LegalText = {
  title: 'Accessibility',
  lead: '{name} wants everyone to be able to straighten a document: by keyboard, by voice, with a screen reader or a magnifier.',
  note: translationOf('accessibility'),
  updated: '21 November 2026',
  sections: [
    {
      title: 'Compliance status',
      blocks: [
        'This site is partially compliant with the French general accessibility framework (RGAA 4.1) and with WCAG 2.2 at level AA: it has not yet been audited by a third party, and the section “Content that is not accessible” says what we know is not.',
      ],
    },
    {
      title: 'What has been checked',
      blocks: [
        [
          'By automatic tests, at every change: all pages with axe-core, in dark on a phone’s screen and in light on a computer’s, and without horizontal scrolling from 320 pixels, even with spaced-out text on a phone.',
          'By tests with the keyboard alone, at every change: choosing a file, processing it, correcting its area, downloading, deleting, and going through the pages to check.',
          'By eye, in Chromium, in November 2026: zoom at 200% and 400%, forced colours, reduced motion and spaced-out text, on the home page, the tool, the API, sign-in, pricing, the terms of sale, withdrawal, the reference and the page for an address not found. The correction of an area and the preview were looked at in this way at 400%.',
          'The names, roles and states that Chromium gives to screen readers were read through on the home page, the tool, sign-in, pricing, the page for an address not found, the correction of an area and the preview. No screen reader has been tried.',
        ],
        'These checks replace neither an audit nor trials with the people concerned.',
      ],
    },
    {
      title: 'Content that is not accessible',
      blocks: [
        [
          'Straightened images are photographs of text: they have no text equivalent, because the service does not read what they say.',
          'Correcting an area requires seeing the photograph. Its handles can be moved by keyboard and tell their position, but not what lies beneath them.',
          'The sign-in pages of Google and the payment pages of Stripe are not in our hands.',
        ],
      ],
    },
    {
      title: 'Technologies and testing',
      blocks: [
        'HTML, CSS, SVG and JavaScript. The site needs JavaScript, except for the [API reference](/docs/). Testing was done with Chromium.',
      ],
    },
    {
      title: 'Write to us',
      blocks: [
        'If anything stands in your way, write to {email} or call {phone}: we will give you the content in another way and mend the page. We answer within ten working days.',
      ],
    },
    {
      title: 'Means of redress',
      blocks: [
        'If our answer does not satisfy you, you can turn to the Défenseur des droits, the French defender of rights: by its [form](https://formulaire.defenseurdesdroits.fr), by telephone on +33 9 69 39 00 00, or by free post, without a stamp within France, to Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07.',
      ],
    },
  ],
}

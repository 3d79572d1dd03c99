import { packs } from '@equerre/contract/packs'
import { formatsOf } from '../formats.ts'
import { priceRange } from '../price-range.ts'
import type { PageWords, ShellWords } from '../page-words.ts'

const { formatChoice } = formatsOf('en')
const [least, most] = priceRange()

export const pageWords: PageWords = {
  home: {
    title: 'Équerre: crop and straighten photographed documents',
    description:
      'Photograph a page at an angle: Équerre finds its edges, straightens it and gives you back a crisp image. 10 free credits, no account needed.',
  },
  camscan: {
    title: 'Automatic Cropping · Équerre',
    description:
      'Drop your photos or PDFs: each page is found, straightened and ready to download, in batches, within seconds.',
  },
  api: {
    title: 'API · Équerre',
    description:
      'Straighten documents from your own programs: three calls or a single one, examples in curl, Python, JavaScript and PHP, 1 credit per image.',
  },
  account: {
    title: 'Account · Équerre',
    description: 'Your credits, your API key and your purchases.',
  },
  pricing: {
    title: 'Pricing · Équerre',
    description: `Packs of ${formatChoice(packs.map(({ credits }) => credits))} credits, from €${least} to €${most} including all taxes, no subscription, no expiry. One credit per straightened image, nothing for a failure.`,
  },
  login: { title: 'Sign in · Équerre', description: 'Sign in to Équerre.' },
  register: { title: 'Sign up · Équerre', description: 'Create your Équerre account.' },
  legalNotice: {
    title: 'Legal notice · Équerre',
    description: 'Who publishes Équerre, who hosts it, and how to reach them.',
  },
  terms: {
    title: 'Terms of sale · Équerre',
    description: 'What you buy with Équerre credits, what you pay and what you can ask for.',
  },
  withdrawal: {
    title: 'Withdrawal · Équerre',
    description:
      'Withdraw from a purchase of credits for fourteen days, in two steps, with an acknowledgement of receipt to keep.',
  },
  privacy: {
    title: 'Privacy · Équerre',
    description: 'What Équerre keeps of you and your documents, why, and until when.',
  },
  cookies: {
    title: 'Cookies · Équerre',
    description: 'The cookies that Équerre sets in order to work, one by one. None to measure or to sell.',
  },
  accessibility: {
    title: 'Accessibility · Équerre',
    description: 'What is accessible in Équerre, what is not yet, and whom to write to.',
  },
}

export const shellWords: ShellWords = { noScript: 'Équerre needs JavaScript to work.' }

import type { renderingWords as frRendering } from '../fr/rendering.ts'
import type { SameShape } from '../same-shape.ts'
import { count } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** How a finished page looks, and what it costs to have it look otherwise. */
export const renderingWords = typesetCatalogue<SameShape<typeof frRendering>>({
  modes: { photo: 'Photo', scan: 'Scan', bw: 'B&W' },
  modesOf: (name) => `Rendering of ${name}`,
  modesOfAll: 'Pages already straightened',
  turn: 'Turn',
  turnOf: (name) => `Turn ${name} a quarter to the right`,
  turnAll: 'Turn all straightened pages a quarter to the right',
  flat: { auto: 'Do not flatten', off: 'Flatten' },
  flatOf: {
    auto: (name: string) => `Do not flatten ${name}`,
    off: (name: string) => `Flatten ${name}`,
  },
  price: '1 credit',
  priceOf: (action) => `${action}, 1 credit`,
  done: (name) => `${name}: new rendering`,
  failed: 'The new rendering could not be made: the page stays as it was.',
  question: {
    title: (credits) => `Another rendering: ${count(credits, 'credit')}`,
    text: (pages, balance) =>
      pages === 1
        ? `The free renderings of this page are used up. Balance: ${balance}.`
        : `The free renderings of ${count(pages, 'page')} are used up. Balance: ${balance}.`,
    confirm: (credits) => `Spend ${count(credits, 'credit')}`,
  },
})

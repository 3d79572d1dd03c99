import { count } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** How a finished page looks, and what it costs to have it look otherwise. */
export const renderingWords = typesetCatalogue({
  modes: { photo: 'Photo', scan: 'Scan', bw: 'N&B' },
  modesOf: (name: string) => `Rendu de ${name}`,
  modesOfAll: 'Pages déjà redressées',
  turn: 'Tourner',
  turnOf: (name: string) => `Tourner ${name} d’un quart de tour à droite`,
  turnAll: 'Tourner toutes les pages redressées d’un quart de tour à droite',
  /** By what is shown now: pressing it does the other. */
  flat: { auto: 'Ne pas aplanir', off: 'Aplanir' },
  flatOf: {
    auto: (name: string) => `Ne pas aplanir ${name}`,
    off: (name: string) => `Aplanir ${name}`,
  },
  price: '1 crédit',
  priceOf: (action: string) => `${action}, 1 crédit`,
  done: (name: string) => `${name} : nouveau rendu`,
  failed: 'Le nouveau rendu n’a pas pu être fait : la page reste comme elle était.',
  question: {
    title: (credits: number) => `Autre rendu : ${count(credits, 'crédit')}`,
    text: (pages: number, balance: number) =>
      pages === 1
        ? `Les rendus gratuits de cette page sont utilisés. Solde : ${balance}.`
        : `Les rendus gratuits de ${count(pages, 'page')} sont utilisés. Solde : ${balance}.`,
    confirm: (credits: number) => `Dépenser ${count(credits, 'crédit')}`,
  },
})

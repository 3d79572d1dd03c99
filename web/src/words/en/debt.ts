import type { debtWords as frDebt } from '../fr/debt.ts'
import type { SameShape } from '../same-shape.ts'
import { count } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** Texts about owed credits, used on the desk, in the account and beside the packs. */
export const debtWords = typesetCatalogue<SameShape<typeof frDebt>>({
  title: (owed) => count(owed, 'credit owed', 'credits owed'),
  text: (owed) =>
    owed === 1
      ? 'One credit of a refunded or disputed purchase had already been used: it is still owed, and the next credit added repays it.'
      : `${count(owed, 'credit')} of refunded or disputed purchases had already been used: they are still owed. Until they are repaid nothing can be spent, and any credits added repay them first.`,
  afterPack: (credits, owed) =>
    credits > owed
      ? `Once the credits owed are repaid, you will have ${credits - owed} left.`
      : credits === owed
        ? 'There would be nothing left to repay.'
        : `There would still be ${count(owed - credits, 'credit owed', 'credits owed')}.`,
})

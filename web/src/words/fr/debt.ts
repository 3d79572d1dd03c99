import { count } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** Texts about owed credits, used on the desk, in the account and beside the packs. */
export const debtWords = typesetCatalogue({
  title: (owed: number) => count(owed, 'crédit dû', 'crédits dus'),
  text: (owed: number) =>
    owed === 1
      ? 'Un crédit d’un achat remboursé ou contesté avait déjà servi : il reste dû, et le prochain crédit ajouté le rembourse.'
      : `${count(owed, 'crédit')} d’achats remboursés ou contestés avaient déjà servi : ils restent dus. Tant qu’ils le sont, rien ne se dépense, et tout crédit ajouté les rembourse d’abord.`,
  afterPack: (credits: number, owed: number) =>
    credits > owed
      ? `Les crédits dus remboursés, il vous en restera ${credits - owed}.`
      : `Il ${credits === owed ? 'ne restera rien à rembourser.' : `resterait ${count(owed - credits, 'crédit dû', 'crédits dus')}.`}`,
})

import {
  entriesOf,
  findEntry,
  giftsMax,
  giftsOf,
  guestsOf,
  movedOut,
  takenFor,
  totals,
  type Ledger,
} from './ledger.ts'

/**
 * The invariants of every ledger; README.md numbers them.
 * @returns one sentence per violation, none for a sound ledger
 */
export function violations(ledger: Ledger): string[] {
  return [...ledger.wallets.keys()].flatMap((wallet) => [
    ...balanceViolations(ledger, wallet),
    ...repeatedEffects(ledger, wallet),
    ...holdViolations(ledger, wallet),
    ...takingViolations(ledger, wallet),
    ...moveViolations(ledger, wallet),
    ...giftViolations(ledger, wallet),
  ])
}

function balanceViolations(ledger: Ledger, wallet: string): string[] {
  const { posted, held, owed } = totals(ledger, wallet)
  const sentence = `${wallet} has posted ${posted}, held ${held}, owed ${owed}`
  return [
    ...(posted - held < 0 || held < 0 || owed < 0 ? [`I2: ${sentence}`] : []),
    ...(owed > 0 && posted - held > 0 ? [`I11: ${sentence}`] : []),
  ]
}

function repeatedEffects(ledger: Ledger, wallet: string): string[] {
  const effects = entriesOf(ledger, wallet).map(({ kind, opKey }) => `${kind} ${opKey}`)
  return effects
    .filter((effect, index) => effects.indexOf(effect) !== index)
    .map((effect) => `I4: ${wallet} has ${effect} twice`)
}

function holdViolations(ledger: Ledger, wallet: string): string[] {
  return entriesOf(ledger, wallet)
    .filter(({ kind }) => kind === 'capture' || kind === 'void')
    .flatMap(({ kind, opKey, held }) => {
      const start = findEntry(ledger, { wallet, kind: 'hold', opKey })
      const both = findEntry(ledger, { wallet, kind: kind === 'void' ? 'capture' : 'void', opKey })
      return start?.held === -held && !both ? [] : [`I3: ${wallet} ends ${opKey} by ${kind} wrongly`]
    })
}

function takingViolations(ledger: Ledger, wallet: string): string[] {
  const refs = new Set(
    entriesOf(ledger, wallet).flatMap(({ kind, ref }) => (kind === 'release' && ref ? [ref] : [])),
  )
  return [...refs]
    .filter((ref) => takenFor(ledger, wallet, ref) < 0)
    .map((ref) => `I6: ${wallet} got more back for ${ref} than was taken`)
}

function moveViolations(ledger: Ledger, wallet: string): string[] {
  const moved = ledger.wallets.get(wallet)?.moved
  if (!moved) return []
  const arrived = entriesOf(ledger, moved.to)
    .filter(({ kind }) => kind === 'move_in')
    .reduce((sum, { posted, owed }) => sum + posted - owed, 0)
  const left = movedOut(ledger, wallet)
  return left === arrived && guestsOf(ledger, moved.to).length === 1
    ? []
    : [`I8: ${left} left ${wallet}, ${arrived} arrived in ${moved.to}`]
}

/** Gifts to a guest and its account beyond the limits stay where nobody can spend them. */
function giftViolations(ledger: Ledger, wallet: string): string[] {
  const moved = ledger.wallets.get(wallet)?.moved
  const given = giftsOf(ledger, wallet) + (moved ? giftsOf(ledger, moved.to) : 0)
  const { posted, held } = totals(ledger, wallet)
  const excess = given - (moved?.withheld ?? 0) - giftsMax.welcome - giftsMax.topUp
  return excess > 0 || (moved && posted - held > moved.withheld)
    ? [`I12: ${wallet} and its account keep ${given} credits that were given`]
    : []
}

import { entriesOf, findEntry, movedOut, takenFor, totals, type Ledger } from './ledger.ts'

/**
 * The laws that every ledger obeys, whatever was done to it; README.md numbers them.
 * @returns one sentence per broken law, none for a sound ledger
 */
export function violations(ledger: Ledger): string[] {
  return [...ledger.wallets.keys()].flatMap((wallet) => [
    ...balanceViolations(ledger, wallet),
    ...repeatedEffects(ledger, wallet),
    ...holdViolations(ledger, wallet),
    ...takingViolations(ledger, wallet),
    ...moveViolations(ledger, wallet),
  ])
}

function balanceViolations(ledger: Ledger, wallet: string): string[] {
  const { posted, held, owed } = totals(ledger, wallet)
  return posted - held < 0 || held < 0 || owed < 0
    ? [`I2: ${wallet} has posted ${posted}, held ${held}, owed ${owed}`]
    : []
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
  const others = [...ledger.wallets].filter(([id, other]) => id !== wallet && other.moved?.to === moved.to)
  const arrived = entriesOf(ledger, moved.to)
    .filter(({ kind }) => kind === 'move_in')
    .reduce((sum, { posted }) => sum + posted, 0)
  const left = movedOut(ledger, wallet)
  return left === arrived && left <= moved.atMost && others.length === 0
    ? []
    : [`I8: ${left} left ${wallet}, ${arrived} arrived in ${moved.to}`]
}

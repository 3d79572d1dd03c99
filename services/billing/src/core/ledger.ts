import { limitTable } from '@equerre/contract/limits'

/** Kinds of ledger entries. The signs of an entry's deltas follow from its kind. */
type EntryKind =
  | 'grant_guest'
  | 'free_topup'
  | 'purchase'
  | 'clawback'
  | 'release'
  | 'hold'
  | 'capture'
  | 'void'
  | 'move_out'
  | 'move_in'

/** One line of a wallet's history, in credits. Never changed or removed. */
export type Entry = {
  readonly wallet: string
  readonly kind: EntryKind
  readonly posted: number
  readonly held: number
  readonly owed: number
  /** Identifies the operation; a kind occurs once per wallet and operation. */
  readonly opKey: string
  /** What the entry is about; credits taken under a name can only be given back under the same name. */
  readonly ref?: string | null
}

/** A wallet without its entries. `moved` is set once, when a guest becomes an account; `withheld` credits stay behind. */
export type Wallet = {
  readonly kind: 'guest' | 'account'
  readonly moved: { readonly to: string; readonly withheld: number } | null
}

/**
 * The rules of billing's SQL functions, without SQL: balances are summed from the entries instead of stored, so that this
 * model can judge the tables, which store them.
 */
export type Ledger = {
  readonly wallets: ReadonlyMap<string, Wallet>
  readonly entries: readonly Entry[]
}

/** The ledger after an operation, and the operation's reply. */
export type Outcome<Result> = { readonly ledger: Ledger; readonly result: Result }

/** Credits of one wallet; what its owner can spend is `posted - held`. */
type Totals = { readonly posted: number; readonly held: number; readonly owed: number }

/** An operation that only a bug in the caller can request; its transaction must not commit. */
export class LedgerMisuse extends Error {
  override name = 'LedgerMisuse' as const
}

/** The most free credits, unless billing's settings say otherwise. */
export const giftsMax = { welcome: limitTable.guestCredits.value, topUp: limitTable.freeTopUpCredits.value }

export const emptyLedger: Ledger = { wallets: new Map(), entries: [] }

/** The sums over a wallet's entries, in credits; zeros for an unknown wallet. */
export function totals(ledger: Ledger, wallet: string): Totals {
  return entriesOf(ledger, wallet).reduce(
    (sum, { posted, held, owed }) => ({
      posted: sum.posted + posted,
      held: sum.held + held,
      owed: sum.owed + owed,
    }),
    { posted: 0, held: 0, owed: 0 },
  )
}

/** Spendable credits; null for an unknown wallet. */
export function balance(ledger: Ledger, wallet: string): number | null {
  if (!ledger.wallets.has(wallet)) return null
  const { posted, held } = totals(ledger, wallet)
  return posted - held
}

/**
 * Makes a guest's wallet with its first `amount` credits, capped at the limit; no effect on an existing wallet.
 * @returns what is spendable
 */
export function grantGuest(ledger: Ledger, wallet: string, amount: number): Outcome<number> {
  if (ledger.wallets.has(wallet)) return { ledger, result: spendable(ledger, wallet) }
  const opened = withWallet(ledger, wallet, { kind: 'guest', moved: null })
  const posted = Math.min(amount, giftsMax.welcome)
  return { ledger: book(opened, { wallet, kind: 'grant_guest', posted, opKey: 'welcome' }), result: posted }
}

/**
 * Adds `amount` free credits, capped at the limit, debts repaid first: once for an account together with its former guest.
 * @returns the credits given: 0 the second time and for a moved wallet
 */
export function topUp(ledger: Ledger, wallet: string, amount: number): Outcome<number> {
  const opened = withAccount(ledger, wallet)
  const used = [wallet, ...guestsOf(opened, wallet)].some((one) =>
    findEntry(opened, { wallet: one, kind: 'free_topup', opKey: 'once' }),
  )
  if (used || opened.wallets.get(wallet)?.moved) return { ledger: opened, result: 0 }
  const given = Math.min(amount, giftsMax.topUp)
  return {
    ledger: receive(opened, { wallet, kind: 'free_topup', amount: given, opKey: 'once' }),
    result: given,
  }
}

/**
 * Adds `amount` paid credits, once per `opKey`, debts repaid first.
 * @returns whether this call counted
 * @throws LedgerMisuse for a guest's wallet
 */
export function grant(
  ledger: Ledger,
  { wallet, opKey, amount }: { wallet: string; opKey: string; amount: number },
): Outcome<boolean> {
  const opened = withAccount(ledger, wallet)
  if (opened.wallets.get(wallet)?.kind === 'guest') throw new LedgerMisuse('guests buy nothing')
  if (findEntry(opened, { wallet, kind: 'purchase', opKey })) return { ledger: opened, result: false }
  return { ledger: receive(opened, { wallet, kind: 'purchase', amount, opKey }), result: true }
}

/**
 * Takes `amount` paid credits back, once per `opKey`: spendable ones at once, the rest is owed and repaid by later credits.
 * @returns whether this call counted
 * @throws LedgerMisuse when there is no such account
 */
export function clawBack(ledger: Ledger, { wallet, opKey, amount, ref }: Taking): Outcome<boolean> {
  if (ledger.wallets.get(wallet)?.kind !== 'account') throw new LedgerMisuse(`there is no account ${wallet}`)
  if (findEntry(ledger, { wallet, kind: 'clawback', opKey })) return { ledger, result: false }
  const taken = Math.min(spendable(ledger, wallet), amount)
  const entry = { wallet, kind: 'clawback', posted: 0 - taken, owed: amount - taken, opKey, ref } as const
  return { ledger: book(ledger, entry), result: true }
}

/**
 * Gives back `amount` credits that were taken under the same `ref`, once per `opKey`, debts repaid first.
 * @returns whether this call counted
 * @throws LedgerMisuse for more than was taken
 */
export function release(ledger: Ledger, { wallet, opKey, amount, ref }: Taking): Outcome<boolean> {
  if (findEntry(ledger, { wallet, kind: 'release', opKey })) return { ledger, result: false }
  if (takenFor(ledger, wallet, ref) < amount)
    throw new LedgerMisuse(`less than ${amount} was taken for ${ref}`)
  return { ledger: receive(ledger, { wallet, kind: 'release', amount, opKey, ref }), result: true }
}

type Taking = { wallet: string; opKey: string; amount: number; ref: string }

/** Credits taken under `ref` and not yet given back. */
export function takenFor(ledger: Ledger, wallet: string, ref: string): number {
  return entriesOf(ledger, wallet)
    .filter((entry) => entry.ref === ref && (entry.kind === 'clawback' || entry.kind === 'release'))
    .reduce((sum, { posted, owed }) => sum + owed - posted, 0)
}

/**
 * Sets `amount` credits aside for the operation `opKey`. False, with nothing written, when the wallet is unknown, has
 * moved or has too few; true without effect when repeated.
 */
export function hold(
  ledger: Ledger,
  { wallet, opKey, amount }: { wallet: string; opKey: string; amount: number },
): Outcome<boolean> {
  if (findEntry(ledger, { wallet, kind: 'hold', opKey })) return { ledger, result: true }
  const moved = ledger.wallets.get(wallet)?.moved
  if (moved || spendable(ledger, wallet) < amount) return { ledger, result: false }
  return { ledger: book(ledger, { wallet, kind: 'hold', held: amount, opKey }), result: true }
}

/**
 * Ends the hold `opKey`: `capture` spends it; `void` returns it, to repay debts, to be spendable again, or to the account
 * when the guest has since moved. No effect when repeated.
 * @returns what the owner can spend
 * @throws LedgerMisuse when nothing was held, or when the hold ended the other way
 */
export function settle(
  ledger: Ledger,
  { wallet, opKey, ending }: { wallet: string; opKey: string; ending: 'capture' | 'void' },
): Outcome<number> {
  const amount = amountHeld(ledger, { wallet, opKey, ending })
  const owner = ledger.wallets.get(wallet)?.moved?.to ?? wallet
  if (findEntry(ledger, { wallet, kind: ending, opKey })) return { ledger, result: spendable(ledger, owner) }
  const repaid = ending === 'void' ? Math.min(totals(ledger, wallet).owed, amount) : 0
  const posted = ending === 'capture' ? -amount : 0 - repaid
  const ended = book(ledger, { wallet, kind: ending, posted, held: -amount, owed: 0 - repaid, opKey })
  const settled = follow(ended, wallet, opKey)
  return { ledger: settled, result: spendable(settled, owner) }
}

function amountHeld(
  ledger: Ledger,
  { wallet, opKey, ending }: { wallet: string; opKey: string; ending: 'capture' | 'void' },
): number {
  const start = findEntry(ledger, { wallet, kind: 'hold', opKey })
  if (!start) throw new LedgerMisuse(`nothing is held for ${opKey}`)
  const other = ending === 'capture' ? 'void' : 'capture'
  if (findEntry(ledger, { wallet, kind: other, opKey }))
    throw new LedgerMisuse(`${opKey} has ended by ${other}`)
  return start.held
}

/**
 * Moves a guest's spendable credits to an account and closes the guest's wallet; held credits follow when they are voided.
 * Guest and account together keep at most `atMost` of their free credits, and no more than the limits. An account takes in
 * one guest; one that was given nothing does not count.
 * @returns the credits moved now
 * @throws LedgerMisuse when `account` is a guest's wallet
 */
export function move(
  ledger: Ledger,
  { guest, account, atMost }: { guest: string; account: string; atMost: number },
): Outcome<number> {
  const source = ledger.wallets.get(guest)
  if (source?.kind !== 'guest' || source.moved || giftsOf(ledger, guest) === 0) return { ledger, result: 0 }
  const opened = withAccount(ledger, account)
  if (opened.wallets.get(account)?.kind === 'guest') throw new LedgerMisuse('credits move to accounts only')
  if (guestsOf(opened, account).length > 0) return { ledger: opened, result: 0 }
  const most = Math.min(atMost, giftsMax.welcome + giftsMax.topUp)
  const withheld = Math.max(0, giftsOf(opened, guest) + giftsOf(opened, account) - most)
  const closed = withWallet(opened, guest, { kind: 'guest', moved: { to: account, withheld } })
  const followed = follow(closed, guest, 'merge')
  return { ledger: followed, result: movedOut(followed, guest) }
}

/** A wallet's history, oldest first. */
export function entriesOf(ledger: Ledger, wallet: string): Entry[] {
  return ledger.entries.filter((entry) => entry.wallet === wallet)
}

/** The entry of a kind that an operation left in a wallet; there is at most one. */
export function findEntry(
  ledger: Ledger,
  { wallet, kind, opKey }: Pick<Entry, 'wallet' | 'kind' | 'opKey'>,
): Entry | undefined {
  return ledger.entries.find(
    (entry) => entry.wallet === wallet && entry.kind === kind && entry.opKey === opKey,
  )
}

function spendable(ledger: Ledger, wallet: string): number {
  const { posted, held } = totals(ledger, wallet)
  return posted - held
}

/** Credits that have left a guest's wallet for its account. */
export function movedOut(ledger: Ledger, wallet: string): number {
  return entriesOf(ledger, wallet)
    .filter(({ kind }) => kind === 'move_out')
    .reduce((sum, { posted }) => sum - posted, 0)
}

/** Free credits that a wallet was given, whatever became of them. */
export function giftsOf(ledger: Ledger, wallet: string): number {
  return entriesOf(ledger, wallet)
    .filter(({ kind }) => kind === 'grant_guest' || kind === 'free_topup')
    .reduce((sum, { posted, owed }) => sum + posted - owed, 0)
}

/** The guests that became this account: at most one while the invariants hold. */
export function guestsOf(ledger: Ledger, account: string): string[] {
  return [...ledger.wallets].flatMap(([id, { moved }]) => (moved?.to === account ? [id] : []))
}

/** Passes what a moved guest could spend on to its account, except what is withheld. */
function follow(ledger: Ledger, guest: string, opKey: string): Ledger {
  const moved = ledger.wallets.get(guest)?.moved
  if (!moved) return ledger
  const amount = spendable(ledger, guest) - moved.withheld
  if (amount <= 0) return ledger
  const left = book(ledger, { wallet: guest, kind: 'move_out', posted: -amount, opKey })
  return receive(left, { wallet: moved.to, kind: 'move_in', amount, opKey })
}

/** Books incoming credits: debts are repaid first. */
function receive(
  ledger: Ledger,
  { amount, ...entry }: Pick<Entry, 'wallet' | 'kind' | 'opKey' | 'ref'> & { amount: number },
): Ledger {
  const repaid = Math.min(totals(ledger, entry.wallet).owed, amount)
  return book(ledger, { ...entry, posted: amount - repaid, owed: 0 - repaid })
}

function withWallet(ledger: Ledger, id: string, wallet: Wallet): Ledger {
  return { ...ledger, wallets: new Map([...ledger.wallets, [id, wallet]]) }
}

function withAccount(ledger: Ledger, id: string): Ledger {
  return ledger.wallets.has(id) ? ledger : withWallet(ledger, id, { kind: 'account', moved: null })
}

function book(ledger: Ledger, entry: Pick<Entry, 'wallet' | 'kind' | 'opKey'> & Partial<Entry>): Ledger {
  return { ...ledger, entries: [...ledger.entries, { posted: 0, held: 0, owed: 0, ref: null, ...entry }] }
}

import { sql } from 'kysely'
import type { Conn } from './schema.ts'

/** One movement of paid credits: `opKey` counts once, `ref` is the purchase. */
type Movement = {
  readonly wallet: string
  readonly credits: number
  readonly opKey: string
  readonly ref: string
}

/** Makes sure that a buyer has a wallet before the purchase is paid. */
export async function openWallet(tx: Conn, wallet: string): Promise<void> {
  await sql`insert into billing.wallets (id, kind) values (${wallet}, 'account') on conflict (id) do nothing`.execute(
    tx,
  )
}

/** Spendable credits; 0 without a wallet. */
export async function readBalance(db: Conn, wallet: string): Promise<number> {
  const { rows } = await sql<{
    credits: number | null
  }>`select billing.balance(${wallet}) as credits`.execute(db)
  return rows[0]?.credits ?? 0
}

/** Like `readBalance`, but also keeps credits from being spent until the end of the transaction. */
export async function lockBalance(tx: Conn, wallet: string): Promise<number> {
  await sql`select from billing.wallets where id = ${wallet} for no key update`.execute(tx)
  return readBalance(tx, wallet)
}

/** @returns whether this call counted */
export async function grantCredits(tx: Conn, { wallet, credits, opKey, ref }: Movement): Promise<boolean> {
  const { rows } = await sql<{
    counted: boolean
  }>`select billing."grant"(${wallet}, ${credits}, ${opKey}, ${ref}) as counted`.execute(tx)
  return rows[0]!.counted
}

export async function takeCredits(tx: Conn, { wallet, credits, opKey, ref }: Movement): Promise<void> {
  await sql`select billing.claw_back(${wallet}, ${credits}, ${opKey}, ${ref})`.execute(tx)
}

export async function releaseCredits(tx: Conn, { wallet, credits, opKey, ref }: Movement): Promise<void> {
  await sql`select billing.release(${wallet}, ${credits}, ${opKey}, ${ref})`.execute(tx)
}

/** Credits taken back for a purchase, less those given back since, and the number of movements that took. */
export async function readTaken(tx: Conn, ref: string): Promise<{ credits: number; movements: number }> {
  const { rows } = await sql<{ credits: number; movements: number }>`
    select coalesce(sum(owed_delta - posted_delta), 0)::integer as credits, count(*)::integer as movements
    from billing.entries where ref = ${ref} and kind in ('clawback', 'release')`.execute(tx)
  return rows[0]!
}

/** Sets the most credits that a gift of each kind may be. */
export async function setGiftsMax(
  db: Conn,
  giftsMax: Readonly<Record<'grant_guest' | 'free_topup', number>>,
): Promise<void> {
  for (const [kind, most] of Object.entries(giftsMax))
    await sql`update billing.gift_limits set credits_max = ${most} where kind = ${kind} and credits_max <> ${most}`.execute(
      db,
    )
}

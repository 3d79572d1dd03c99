import { randomUUID } from 'node:crypto'
import { connect, type DatabaseUrls } from './servers/databases.ts'
import { demoPeople } from './stand-ins/google-chooser.ts'

/** Creates the demo accounts and grants their credits, once; an erased account is created again. */
export async function seedDemoPeople(urls: DatabaseUrls): Promise<void> {
  await using auth = await connect(urls.auth)
  await using billing = await connect(urls.billing)
  for (const { subject, email, name, credits } of demoPeople) {
    const { rows } = await auth.query<{ id: string }>(
      `insert into auth.users (id, google_subject, email, name) values ($1, $2, $3, $4)
       on conflict (google_subject) do update set email = excluded.email returning id`,
      [randomUUID(), subject, email, name],
    )
    if (credits > 0) await giveOnce(billing, rows[0]?.id, credits)
  }
}

/** As free credits, because bought ones would need an order; but more than the ledger lets anybody take. */
async function giveOnce(
  billing: Awaited<ReturnType<typeof connect>>,
  wallet: string | undefined,
  credits: number,
): Promise<void> {
  await billing.query(
    `insert into billing.wallets (id, kind) values ($1, 'account') on conflict (id) do nothing`,
    [wallet],
  )
  await billing.query(
    `select billing.receive($1, 'free_topup', $2, 'once', null)
     where not exists (select from billing.entries where wallet_id = $1 and kind = 'free_topup')`,
    [wallet, credits],
  )
}

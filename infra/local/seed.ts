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
    // Granted as free credits, once: bought ones would need an order.
    if (credits > 0) await billing.query('select billing.top_up($1, $2)', [rows[0]?.id, credits])
  }
}

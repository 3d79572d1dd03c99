import type { Db } from '@equerre/platform/postgres'
import { sql } from 'kysely'

export async function pingDatabase(db: Db<unknown>): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}

import { sql } from 'kysely'
import type { AuthDb } from './schema.ts'

export async function pingDatabase(db: AuthDb): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}

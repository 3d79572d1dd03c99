import { sql } from 'kysely'
import type { Conn } from './schema.ts'

export async function pingDatabase(db: Conn): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}

import type { Db } from '@equerre/platform/postgres'
import type { Generated } from 'kysely'

export type UsersTable = {
  id: string
  google_subject: string
  email: string
  name: string | null
  created_at: Generated<Date>
}

export type AuthSchema = { users: UsersTable }
export type AuthDb = Db<AuthSchema>

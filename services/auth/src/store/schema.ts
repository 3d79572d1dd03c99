import type { KeyKind, KeyScope } from '@equerre/contract/api-key'
import type { Db, Tx } from '@equerre/platform/postgres'
import type { Generated } from 'kysely'

type UsersTable = {
  id: string
  google_subject: string
  email: string
  name: string | null
  created_at: Generated<Date>
}
type SessionsTable = {
  token_hash: Buffer
  user_id: string
  created_at: Generated<Date>
  expires_at: Date
}
export type ApiKeysTable = {
  id: string
  user_id: string
  kind: KeyKind
  hmac: Buffer
  sealed: string | null
  created_at: Generated<Date>
  last_used_at: Date | null
  revoked_at: Date | null
}
export type NamedKeysTable = {
  id: string
  user_id: string
  name: string
  scopes: KeyScope[]
  expires_at: Date | null
  credits_per_month: number | null
  hmac: Buffer
  ending: string
  created_at: Generated<Date>
  last_used_at: Date | null
  revoked_at: Date | null
}
type ErasuresTable = { user_id: string; requested_at: Generated<Date>; gateway_done_at: Date | null }

export type AuthSchema = {
  users: UsersTable
  sessions: SessionsTable
  api_keys: ApiKeysTable
  named_keys: NamedKeysTable
  erasures: ErasuresTable
}
export type AuthDb = Db<AuthSchema>
/** A connection or a transaction: the first parameter of every function in store/. */
export type Conn = AuthDb | Tx<AuthSchema>

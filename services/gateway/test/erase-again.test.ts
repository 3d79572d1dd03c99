import type { AccountExport } from '@equerre/contract/export'
import { openStorage } from '@equerre/platform/storage'
import type { Client } from '@equerre/testkit/client'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countInLog, rows, until } from './support/observe.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct()
})
afterAll(() => product.stop())

const accounts = async (id: string) =>
  (await rows(product, 'select id from auth.users where id = $1', [id])).length

async function somebody(): Promise<{ client: Client; id: string }> {
  const client = await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
  return { client, id: (await client.ask<AccountExport>('/api/me/export')).body.account.id }
}

it('an erased account restored from a backup is erased again when the gateway starts', async () => {
  const { client, id } = await somebody()
  const [row] = await rows<Record<string, unknown>>(product, 'select * from auth.users where id = $1', [id])
  await client.ask('/api/me', { method: 'DELETE' })
  await until(async () => (await rows(product, 'select 1 from auth.erasures')).length === 0)
  const { google_subject, email } = row!
  const backUp = 'insert into auth.users (id, google_subject, email) values ($1, $2, $3)'
  await rows(product, backUp, [id, google_subject, email])
  await product.restart('gateway')
  await until(async () => (await accounts(id)) === 0)
  await until(async () => (await rows(product, 'select 1 from auth.erasures')).length === 0)
})

it('an entry not sealed by the gateway erases nobody', async () => {
  const { client, id } = await somebody()
  const storage = openStorage({ driver: 'filesystem', dir: product.storageDir })
  await storage.put(`erasures/${id}/seal`, Buffer.from('0'.repeat(64)), { mime: 'text/plain' })
  await product.restart('gateway')
  await until(async () => countInLog(product, 'the journal of erasures holds one that is not ours') === 1)
  expect(await accounts(id)).toBe(1)
  expect((await client.ask('/api/me')).status).toBe(200)
})

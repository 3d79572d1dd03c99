import type { ApiKeys, User } from '@equerre/contract/identity'
import { endpoints } from '@equerre/contract/openapi'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { startProduct, type Product } from '@equerre/testkit/product'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const anId = '00000000-0000-4000-8000-000000000000'
const posts = endpoints
  .filter(({ method, access }) => method === 'POST' && access !== 'public')
  .map(({ path }) => `/api${path.replace(':packId', 'pack100').replace(/:\w+/g, anId)}`)
const expectedErrors = /401 \(Unauthorized\)|403 \(Forbidden\)/

describe.skipIf(missingBrowser !== null)('a page of another origin', () => {
  let product: Product
  let other: Server
  /** Another port on the same host gets the browser's cookies; another host does not. */
  const origins = () =>
    ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${(other.address() as AddressInfo).port}`)

  beforeAll(async () => {
    product = await startProduct()
    other = createServer((request, response) => {
      const action = new URL(request.url ?? '', 'http://other.test').searchParams.get('action')
      response.setHeader('Content-Type', 'text/html').end(
        `<form method="post" enctype="multipart/form-data" action="${product.url}${action}">
         <input name="ingestion_id" value="${anId}"></form><script>document.forms[0].submit()</script>`,
      )
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    other.close()
    await product.stop()
  })

  async function signInAsAlice(page: Page): Promise<void> {
    await page.goto('/api/login/google?next=/camscan')
    await page.getByRole('button', { name: 'Alice Martin' }).click()
    await page.waitForURL('**/camscan')
  }
  const read = async <Body>(page: Page, path: string) =>
    (await (await page.context().request.get(`${product.url}${path}`)).json()) as Body
  const stateOf = async (page: Page) => ({
    account: await read<User>(page, '/api/me'),
    keys: await read<ApiKeys>(page, '/api/api-key/me'),
  })

  test('changes nothing with a signed-in user’s cookies', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        await signInAsAlice(page)
        const before = await stateOf(page)
        for (const origin of origins())
          for (const path of posts) {
            const answered = page.waitForResponse(`${product.url}${path}`)
            await page.goto(`${origin}/?action=${path}`)
            const status = (await answered).status()
            expect([path, status]).toEqual([path, origin.includes('localhost') ? 401 : 403])
          }
        expect(await stateOf(page)).toEqual(before)
      },
      { expectedErrors },
    )
  })
})

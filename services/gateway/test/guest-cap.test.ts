import { Client } from '@equerre/testkit/client'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, expect, it } from 'vitest'

let product: Product
beforeAll(async () => {
  product = await startProduct({ env: { GUEST_WALLETS_PER_NETWORK_PER_DAY: '3', TRUST_PROXY: '1' } })
})
afterAll(() => product.stop())

it('a guest starts with nothing past its network’s daily number, counted by /24', async () => {
  const from = async (address: string) => {
    const headers = { 'X-Forwarded-For': address }
    return (await new Client(product.url).ask<{ credits: number }>('/api/credits/me', { headers })).body
      .credits
  }
  expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.3')]).toEqual([
    10, 10, 10,
  ])
  expect(await from('203.0.113.200')).toBe(0)
  expect(await from('203.0.114.1')).toBe(10)
  // Only the nearest proxy is believed: what the client wrote before it does not open another network.
  expect(await from('198.51.100.7, 203.0.113.4')).toBe(0)
})

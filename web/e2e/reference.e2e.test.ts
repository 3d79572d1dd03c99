import { endpoints } from '@equerre/contract/openapi'
import { problemStatus } from '@equerre/contract/problems'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../test/axe-faults.ts'

describe.skipIf(missingBrowser !== null)('the reference of the API', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  test('A-01 G51 K-14: opens from the API page in a tab of its own and asks nobody else for anything', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/api')
      const asked: string[] = []
      page.context().on('request', (request) => asked.push(request.url()))
      const [reference] = await Promise.all([
        page.context().waitForEvent('page'),
        page.getByRole('link', { name: 'Ouvrir la documentation (nouvel onglet)' }).click(),
      ])
      await reference.getByRole('heading', { level: 1, name: 'Référence de l’API' }).waitFor()
      expect(new URL(reference.url()).pathname).toBe('/docs/')
      expect(await reference.evaluate(() => window.opener as unknown)).toBeNull()
      expect(asked.filter((url) => !url.startsWith(product.url))).toEqual([])
    })
  })

  test('A-01: shows every operation of the contract and every refusal, and its links lead somewhere', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/docs')
      expect(new URL(page.url()).pathname).toBe('/docs/')
      for (const { name, method, path } of endpoints) {
        const heading = page.locator(`#${name} h3`)
        expect(await heading.textContent()).toBe(`${method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
      }
      for (const code of Object.keys(problemStatus))
        expect(await page.getByRole('cell', { name: code, exact: true }).count(), code).toBe(1)
      const targets = await page
        .locator('a[href^="#"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      for (const target of targets) expect(await page.locator(target).count(), target).toBe(1)
    })
  })

  test.each([
    { width: 390, colorScheme: 'dark' as const },
    { width: 1440, colorScheme: 'light' as const },
  ])('has no fault that axe finds and no sideways scroll at $width px', async ({ width, colorScheme }) => {
    await inBrowser(
      product.url,
      async (page) => {
        await page.emulateMedia({ colorScheme })
        await page.goto('/docs/')
        expect(await axeFaults(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
      },
      { viewport: { width, height: 900 } },
    )
  })
})

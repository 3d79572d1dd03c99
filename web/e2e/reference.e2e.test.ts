import { endpoints } from '@equerre/contract/openapi'
import { problemStatus } from '@equerre/contract/problems'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../test/axe-faults.ts'

describe.skipIf(missingBrowser !== null)('the API reference', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  test('A-01 G51 K-14: opens from the API page in a new tab and makes no third-party requests', async () => {
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

  test('A-01: shows every operation and every error of the contract, and has no dead links', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/docs')
      expect(new URL(page.url()).pathname).toBe('/docs/')
      for (const { name, method, path } of endpoints) {
        const heading = page.locator(`#${name} h3`)
        expect(await heading.textContent()).toBe(`${method} /api${path.replace(/:(\w+)/g, '{$1}')}`)
      }
      for (const code of Object.keys(problemStatus))
        expect(
          await page.locator('#refus').getByRole('cell', { name: code, exact: true }).count(),
          code,
        ).toBe(1)
      const targets = await page
        .locator('a[href^="#"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      for (const target of targets) expect(await page.locator(target).count(), target).toBe(1)
    })
  })

  test('A-01: the search leaves what holds every word, and a link to the rest ends it', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/docs/')
      const field = page.getByRole('searchbox', { name: 'Chercher dans la référence' })
      await field.click()
      await page.keyboard.type('xylophone')
      await page.getByRole('status').getByText('Aucune section trouvée.').waitFor()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('ingestion_id confidence')
      await page
        .getByRole('status')
        .getByText(/sections? trouvées?\./)
        .waitFor()
      expect(await page.locator('#detect').isVisible()).toBe(true)
      expect(await page.locator('#getLimits').isVisible()).toBe(false)
      expect(await page.locator('[popover] a[href="#getLimits"]').isVisible()).toBe(false)
      await page.locator('#detect a[href="#not_found"]').click()
      await page.locator('#getLimits').waitFor()
      expect(await field.inputValue()).toBe('')
      expect(await page.locator('#not_found').isVisible()).toBe(true)
    })
  })

  test('A-01: without scripts the page is whole, and on a phone its contents still open', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        await page.route('**/reference.js', (route) => route.abort())
        await page.goto('/docs/')
        expect(await page.getByRole('searchbox').count()).toBe(0)
        const contents = page.getByRole('navigation', { name: 'Sommaire' })
        expect(await contents.isVisible()).toBe(false)
        await page.getByRole('button', { name: 'Sommaire' }).click()
        await contents.waitFor()
        await contents.locator('a[href="#rectify"]').click()
        await page.keyboard.press('Escape')
        await contents.waitFor({ state: 'hidden' })
        expect(new URL(page.url()).hash).toBe('#rectify')
      },
      { viewport: { width: 390, height: 844 }, expectedErrors: /ERR_FAILED/ },
    )
  })

  test('A-01: every call shows its command and its reply beside the text', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto('/docs/')
        for (const { name, access, scopes } of endpoints) {
          const call = page.locator(`#${name}`)
          expect(await call.locator('[data-command]').count(), name).toBe(
            access === 'session' && !scopes ? 0 : 1,
          )
          expect(await call.locator('[data-reply]').count(), name).toBe(name === 'getArtifact' ? 0 : 1)
        }
        const text = await page.locator('#rectify h3').boundingBox()
        const sample = await page.locator('#rectify [data-command]').boundingBox()
        expect(sample!.x).toBeGreaterThan(text!.x + text!.width)
        expect(
          await page.locator('#ingest').getByRole('cell', { name: 'fichier', exact: true }).count(),
        ).toBe(1)
        expect(await page.locator('#idempotence h3').textContent()).toBe('Idempotence')
      },
      { viewport: { width: 1440, height: 900 } },
    )
  })

  test.each([
    { width: 390, colorScheme: 'dark' as const },
    { width: 1440, colorScheme: 'light' as const },
  ])('has no axe violation and no horizontal scroll at $width px', async ({ width, colorScheme }) => {
    await inBrowser(
      product.url,
      async (page) => {
        await page.emulateMedia({ colorScheme })
        for (const path of ['/docs/', '/docs/changelog/']) {
          await page.goto(path)
          expect(await axeFaults(page), path).toEqual([])
          const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
          expect(isWide, path).toBe(false)
        }
      },
      { viewport: { width, height: 900 } },
    )
  })
})

import { pagePaths } from '@equerre/contract/pages'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../test/axe-faults.ts'

const everyRouteTimeoutMs = 300_000
/** Signs of French: accents, guillemets, a space before a colon. */
const french = /[éèêàùçœ«»]|\p{L}[\s\u00a0\u202f]:(?!\/\/)/u
/** Names that stay French in English. */
const named = /Équerre|Défenseur des droits|Libre réponse|Informatique et Libertés|Français/g

/** Paths of the page's requests so far, updated live. */
function addressesOf(page: Page): Set<string> {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  return asked
}

describe.skipIf(missingBrowser !== null)('the page in English', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  test('is one click away in the footer, and back, on the same page', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/pricing?pack=pack100#top')
      await page.waitForLoadState('networkidle')
      const asked = addressesOf(page)
      await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click()
      await page.getByRole('heading', { level: 1, name: 'One square, one image.' }).waitFor()
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/en/pricing?pack=pack100')
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      expect(await page.locator('main section').filter({ hasText: 'Starter' }).textContent()).toContain('€5')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'API' }).click()
      await page.waitForURL('**/en/api')
      expect([...asked].filter((path) => path.startsWith('/assets/'))).toEqual([])
      await page.getByRole('contentinfo').getByRole('link', { name: 'Français' }).click()
      await page.waitForURL((url) => url.pathname === '/api')
      expect(await page.locator('html').getAttribute('lang')).toBe('fr')
      await page.goto('/docs/')
      await page.getByRole('link', { name: 'English' }).click()
      await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      expect(await page.title()).toBe('Équerre API reference')
      await page.getByRole('link', { name: 'Français' }).click()
      await page.waitForURL((url) => url.pathname === '/docs/')
    })
  })

  test('adds no requests to the French pages', async () => {
    await inBrowser(product.url, async (page) => {
      const asked = addressesOf(page)
      for (const path of [pagePaths.home, pagePaths.camscan, pagePaths.pricing]) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
      }
      expect([...asked].filter((path) => path.startsWith('/en'))).toEqual([])
    })
  })

  test(
    'has no French on any page, in visible text, for screen readers or in titles, and no axe violation',
    { timeout: everyRouteTimeoutMs },
    async () => {
      await inBrowser(
        product.url,
        async (page) => {
          const faults: string[] = []
          for (const path of [...Object.values(pagePaths), '/no-such-page', '/docs/', '/docs/changelog/']) {
            await page.goto(`/en${path === '/' ? '' : path}`)
            await page.locator('h1').first().waitFor()
            const said = await page.evaluate(() => {
              const spoken = [
                ...document.querySelectorAll('[aria-label],[title],[alt],[placeholder]'),
              ].flatMap((element) =>
                ['aria-label', 'title', 'alt', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
              )
              return [document.title, document.body.innerText, ...spoken].join('\n')
            })
            const lines = said.replace(named, '').split('\n')
            faults.push(...lines.filter((line) => french.test(line)).map((line) => `${path}: ${line}`))
            expect(await axeFaults(page), path).toEqual([])
          }
          expect(faults).toEqual([])
        },
        { expectedErrors: /404 \(Not Found\)/ },
      )
    },
  )

  test('gets English from the service, and stays English through a sign-in', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto('/en/camscan')
        await page.locator('html:not([data-early])').waitFor()
        await page
          .locator('input[type=file]')
          .first()
          .setInputFiles({
            name: 'cut.pdf',
            mimeType: 'application/pdf',
            buffer: Buffer.from('%PDF-1.7\n1 0 obj'),
          })
        await page.getByText('This file is empty, damaged or incomplete.').waitFor()
        await page.goto('/en/account')
        await page.getByRole('link', { name: 'Continue with Google' }).click()
        await page.getByLabel('Nom').fill('Zoe')
        await page.getByLabel('Adresse e-mail').fill('zoe@example.test')
        await page.getByRole('button', { name: 'Continuer' }).click()
        await page.waitForURL((url) => url.pathname.startsWith('/en/'))
        expect(await page.locator('html').getAttribute('lang')).toBe('en')
      },
      { expectedErrors: /422/ },
    )
  })
})

import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../test/axe-faults.ts'
import { dropFiles } from '../test/drop-files.ts'

/** What a guest without credits meets: refusals by contract, which the browser writes into its log. */
const expectedErrors = /429 \(Too Many Requests\)/
const settled = { timeout: 90_000 }

const photos = async (...names: string[]) => {
  const { jpeg } = await photographDocument({ seed: 7, background: 'wood', page: 'letter', coverage: 0.5 })
  return names.map((name) => ({ name, type: 'image/jpeg', bytes: jpeg }))
}
const badge = (page: Page) => page.locator('.acct .bal')

describe.skipIf(missingBrowser !== null)('credits', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct({ env: { GUEST_CREDITS: '0' } })
  })
  afterAll(() => product.stop())

  const visit = (work: (page: Page) => Promise<void>) =>
    inBrowser(
      product.url,
      async (page) => {
        await page.goto('/camscan')
        await expect.poll(() => badge(page).innerText()).toBe('0')
        await work(page)
      },
      { expectedErrors },
    )

  test('without credits the paywall opens and nothing is processed', async () => {
    await visit(async (page) => {
      await dropFiles(page, '.zone', await photos('a.jpg'))
      const paywall = page.getByRole('dialog', { name: 'Crédits épuisés' })
      await paywall.getByText('Créez un compte ou rechargez pour continuer à utiliser Équerre').waitFor()
      expect(await paywall.getByRole('link', { name: "S'inscrire" }).getAttribute('href')).toBe('/register')
      expect(await paywall.getByRole('link', { name: 'Se connecter' }).getAttribute('href')).toBe('/login')
      expect(await axeFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByText('Aucun fichier pour le moment').waitFor()
      await page.getByText("Vous n'avez plus de crédits.").waitFor()
      await page.getByRole('button', { name: 'Débloquez plus de crédits pour continuer.' }).click()
      await paywall.waitFor()
    })
  })

  test('the free credits let the stopped file go on, once', async () => {
    await visit(async (page) => {
      await dropFiles(page, '.zone', await photos('a.jpg'))
      await page.getByRole('button', { name: '+5 crédits gratuits' }).click()
      await page
        .getByRole('article', { name: 'a.jpg' })
        .getByText(/Terminé|À vérifier/)
        .waitFor(settled)
      await expect.poll(() => badge(page).innerText()).toBe('4')
      await dropFiles(page, '.zone', await photos('b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg'))
      const question = page.getByRole('dialog', { name: /5\sfichiers, 4\scrédits/ })
      await question.getByRole('button', { name: 'Traiter les 4 premiers' }).click()
      await page
        .getByRole('article', { name: 'e.jpg' })
        .getByText(/Terminé|À vérifier/)
        .waitFor(settled)
      await page.getByRole('article', { name: 'f.jpg' }).getByText('En attente de crédits').waitFor()
      await page.getByRole('button', { name: 'Débloquez plus de crédits pour continuer.' }).click()
      await page.getByRole('button', { name: '+5 crédits gratuits' }).click()
      await page.getByRole('alertdialog').getByText("Erreur lors de l'ajout de crédits.").waitFor()
    })
  })
})

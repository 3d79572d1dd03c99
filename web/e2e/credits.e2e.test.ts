import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance, signInAs } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { dropFiles } from '../test/drop-files.ts'

/** Refusals that a guest without credits gets, which the browser logs. */
const expectedErrors = /429 \(Too Many Requests\)|404 \(Not Found\)/
const settled = { timeout: 90_000 }

const photos = async (...names: string[]) => {
  const { jpeg } = await photographDocument({ seed: 7, background: 'wood', page: 'letter', coverage: 0.5 })
  return names.map((name) => ({ name, type: 'image/jpeg', bytes: jpeg }))
}

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
        await seeBalance(page, 0)
        await work(page)
      },
      { expectedErrors },
    )

  test('C-04 C-11 S-10 V-03 M-01 E-02 E-03 G01 G49: without credits the paywall opens and nothing is processed', async () => {
    await visit(async (page) => {
      const sent: string[] = []
      page.on('request', (request) => request.url().includes('/detourage/') && sent.push(request.url()))
      await dropFiles(page, '[data-drop-zone]', await photos('a.jpg'))
      const paywall = page.getByRole('dialog', { name: 'Crédits épuisés' })
      await paywall.getByText('Créez un compte ou rechargez pour continuer à utiliser Équerre').waitFor()
      expect(await paywall.getByRole('link', { name: "S'inscrire" }).getAttribute('href')).toBe('/register')
      expect(await paywall.getByRole('link', { name: 'Se connecter' }).getAttribute('href')).toBe('/login')
      expect(await axeFaults(page)).toEqual([])
      expect(await paywall.getByText('Votre fichier est gardé.').count()).toBe(1)
      await page.keyboard.press('Escape')
      await page.getByRole('article', { name: 'a.jpg' }).getByText('En attente de crédits').waitFor()
      expect(sent).toEqual([])
      await page.getByText("Vous n'avez plus de crédits.").waitFor()
      await page.getByRole('button', { name: 'Débloquez plus de crédits pour continuer.' }).click()
      await paywall.waitFor()
    })
  })

  test('K-03 N-03 E-04 G03 G06: the free credits resume the stopped file, once', async () => {
    await visit(async (page) => {
      await dropFiles(page, '[data-drop-zone]', await photos('a.jpg'))
      await page.getByRole('button', { name: '+5 crédits gratuits' }).click()
      await page
        .getByRole('article', { name: 'a.jpg' })
        .getByText(/Terminé|À vérifier/)
        .waitFor(settled)
      await seeBalance(page, 4)
      await dropFiles(page, '[data-drop-zone]', await photos('b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg'))
      const question = page.getByRole('dialog', { name: /^5\sfichiers, 4\scrédits$/ })
      await question.getByRole('button', { name: 'Recharger' }).click()
      const bridge = page.getByRole('dialog', { name: /^5\sfichiers, 4\scrédits : il en manque 1$/ })
      await bridge.getByText(/^Pack Découverte, 100\scrédits, 5\s€$/).waitFor()
      await bridge.getByRole('img', { name: /^4\scrédits sur 10$/ }).waitFor()
      expect(await bridge.getByText('Crédits épuisés').count()).toBe(0)
      await expectTopUpTaken(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Reprendre' }).click()
      await page
        .getByRole('article', { name: 'e.jpg' })
        .getByText(/Terminé|À vérifier/)
        .waitFor(settled)
      await page.getByRole('article', { name: 'f.jpg' }).getByText('En attente de crédits').waitFor()
      await page.reload()
      await page.getByRole('button', { name: 'Débloquez plus de crédits pour continuer.' }).click()
      await page.getByRole('dialog', { name: 'Crédits épuisés' }).waitFor()
      await expectTopUpTaken(page)
      // Another tab learns of it only from the service.
      const other = await page.context().newPage()
      await other.goto('/camscan')
      await other.getByRole('button', { name: 'Débloquez plus de crédits pour continuer.' }).click()
      await other.getByRole('button', { name: '+5 crédits gratuits' }).click()
      const alert = other.getByRole('alertdialog')
      await alert.getByText("Erreur lors de l'ajout de crédits.").waitFor()
      await alert.getByRole('button', { name: 'OK' }).click()
      await expectTopUpTaken(other)
      await other.keyboard.press('Escape')
      await other.getByRole('button', { name: 'Débloquez plus de crédits pour continuer.' }).click()
      await expectTopUpTaken(other)
    })
  })

  test('an account’s debt is shown wherever it blocks spending, with the packs that repay it, until it is repaid', async () => {
    const buyHundred = async (page: Page) => {
      await page.goto('/pricing')
      await page.getByRole('button', { name: /Acheter 100\scrédits/ }).click()
      const pay = page.getByRole('button', { name: /Payer 5,00/ })
      await pay.waitFor()
      const checkout = page.url()
      await pay.click()
      await page.getByText(/Paiement reçu\s: 100\scrédits ajoutés/).waitFor(settled)
      return checkout
    }
    await visit(async (page) => {
      await page.goto('/login?next=/pricing')
      await signInAs(page, { name: 'Léa Roux', email: 'lea@exemple.test' })
      await page.getByRole('heading', { name: 'Un carré, une image.' }).waitFor()
      const checkout = await buyHundred(page)
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', await photos('a.jpg', 'b.jpg'))
      await seeBalance(page, 98)
      await expect
        .poll(() => page.locator('article [data-status]').allTextContents(), settled)
        .toEqual(Array(2).fill(expect.stringMatching(/Terminé|À vérifier/)))
      const { payment_intent } = await product.stripe.session(checkout)
      await product.stripe.dispute(payment_intent!)
      const balance = async () => (await page.request.get('/api/credits/me')).json()
      await expect.poll(balance).toEqual({ credits: 0 })

      const why = /^2\scrédits d’achats remboursés ou contestés avaient déjà servi\s: ils restent dus\./
      await page.reload()
      await page.getByText(why).waitFor()
      await page.getByRole('button', { name: 'Débloquez plus de crédits pour continuer.' }).click()
      const paywall = page.getByRole('dialog', { name: /^2\scrédits dus$/ })
      await paywall.getByText(why).waitFor()
      await paywall.getByText(/^Pack Découverte, 100\scrédits, 5\s€$/).waitFor()
      await paywall.getByText('Les crédits dus remboursés, il vous en restera 98.').waitFor()
      expect(await paywall.getByRole('button', { name: /gratuits/ }).count()).toBe(0)
      expect(await axeFaults(page)).toEqual([])
      for (const address of ['/account', '/pricing']) {
        await page.goto(address)
        await page.getByText(why).waitFor()
        expect(await axeFaults(page)).toEqual([])
      }

      await buyHundred(page)
      await page.getByText('dont 2 pour rembourser ce qui était dû.').waitFor()
      await seeBalance(page, 98)
      expect(await page.getByText(why).count()).toBe(0)
    })
  })

  test('M-01 AC-03: signed-in users are offered packs, not a second account', async () => {
    await visit(async (page) => {
      await page.goto('/login?next=/camscan')
      await signInAs(page, { name: 'Nina Roux', email: 'nina@exemple.test' })
      await page.waitForURL('**/camscan')
      await dropFiles(page, '[data-drop-zone]', await photos('a.jpg'))
      const paywall = page.getByRole('dialog', { name: 'Crédits épuisés' })
      const recharge = paywall.getByRole('link', { name: 'Recharger mes crédits' })
      expect(await recharge.getAttribute('href')).toBe('/pricing')
      expect(await paywall.getByRole('link').count()).toBe(1)
    })
  })
})

/** The free credits can be claimed once: the button says so without another press. */
async function expectTopUpTaken(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: '+5 crédits gratuits' }).isDisabled()).toBe(true)
  await dialog.getByText('Vous avez déjà reçu les crédits gratuits.').waitFor()
}

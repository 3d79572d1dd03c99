import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance, signInAs } from '../test/accounts.ts'
import { holdBack } from '../test/hold-back.ts'

/** The stand-ins have no favicon; one test kills billing, one ends a session. */
const expectedErrors = /401 \(Unauthorized\)|404 \(Not Found\)|503 \(Service Unavailable\)/
const landing = { timeout: 60_000 }
const buy = (page: Page, credits: number) =>
  page.getByRole('button', { name: new RegExp(`Acheter ${credits}\\scrédits`) })

describe.skipIf(missingBrowser !== null)('the packs', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  const visit = (work: (page: Page) => Promise<void>) => inBrowser(product.url, work, { expectedErrors })

  const signedIn = (email: string, work: (page: Page) => Promise<void>) =>
    visit(async (page) => {
      await page.goto('/login?next=/pricing')
      // Else there may be no guest yet, whose credits follow.
      await seeBalance(page, 10)
      await signInAs(page, { name: 'Camille', email })
      await page.getByRole('heading', { name: 'Un carré, une image.' }).waitFor()
      await work(page)
    })

  test('PR-01 N-06 N-07 N-08: are three, each with its price and its button', async () => {
    await visit(async (page) => {
      await page.goto('/pricing')
      await page.getByText('Chaque carré est un crédit, chaque crédit redresse une image.').waitFor()
      for (const [credits, price, badgeText] of [
        [100, '5€', 'Découverte'],
        [200, '8€', 'Meilleure Vente'],
        [300, '10€', 'Premium'],
      ] as const) {
        const pack = page.locator('main section', { has: buy(page, credits) })
        await pack.getByText(badgeText).waitFor()
        await pack.getByText(price, { exact: true }).waitFor()
        const squares = await pack.locator('svg path').first().getAttribute('d')
        expect(squares?.match(/M/g)).toHaveLength(credits)
      }
    })
  })

  test('G33 S-11 G28 P-07 D-10: a guest who buys signs in first, pays, and sees the credits arrive', async () => {
    await visit(async (page) => {
      await page.goto('/pricing')
      await buy(page, 200).click()
      await page.waitForURL('**/login?next=%2Fpricing%3Fpack%3Dpack200')
      const letCheckout = await holdBack(page, '**/create-checkout-session/*')
      await signInAs(page, { name: 'Lou', email: 'lou@exemple.test' })
      await page.getByText('Redirection vers le paiement...').waitFor()
      letCheckout()
      await page.getByRole('button', { name: /Payer 8,00/ }).click()
      await page.waitForURL('**/account?achat=ok')
      await page.getByText(/Paiement reçu\s: 200\scrédits ajoutés/).waitFor(landing)
      await seeBalance(page, 210)
      await page.getByRole('row', { name: /Achat \+200 210/ }).waitFor()
      // It is said once: a reload or a bookmark is no payment.
      await expect.poll(() => new URL(page.url()).search).toBe('')
      await page.getByText(/200\scrédits ajoutés/).waitFor()
      await page.reload()
      await page.getByRole('row', { name: /Achat \+200 210/ }).waitFor()
      expect(await page.getByText(/Paiement reçu/).count()).toBe(0)
      // Coming back must not open another payment.
      await page.goto('/pricing')
      await page.getByRole('heading', { name: 'Un carré, une image.' }).waitFor()
      expect(new URL(page.url()).search).toBe('')
    })
  })

  test('G33: whose session has ended is asked to sign in once', async () => {
    await signedIn('fini@exemple.test', async (page) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.context().clearCookies({ name: 'session' })
      await buy(page, 200).click()
      await page.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
      await page.waitForTimeout(1_000)
      expect(new URL(page.url()).pathname).toBe('/login')
      expect(asked.filter((path) => path === '/api/credits/history').length).toBeLessThan(2)
    })
  })

  test('G33: a cancelled payment returns to the packs and adds no credits', async () => {
    await signedIn('annule@exemple.test', async (page) => {
      await buy(page, 100).click()
      await page.getByRole('link', { name: 'Annuler' }).click()
      await page.waitForURL('**/pricing')
      await seeBalance(page, 10)
    })
  })

  test('G33: a wait of more than 30 s for credits is announced, and they arrive in the end', async () => {
    await signedIn('patience@exemple.test', async (page) => {
      await product.stripe.deliver('held')
      await page.clock.install()
      await buy(page, 300).click()
      await page.getByRole('button', { name: /Payer 10,00/ }).click()
      await page.getByText('Paiement reçu, ajout des crédits…').waitFor(landing)
      await page.clock.fastForward(31_000)
      await page.getByText("Paiement reçu, crédits en cours d'ajout").waitFor()
      await product.stripe.deliver('live')
      await product.stripe.flush()
      await page.reload()
      await page.getByText(/Paiement reçu\s: 300\scrédits ajoutés/).waitFor(landing)
      await seeBalance(page, 310)
    })
  })

  test('G33: an alert says that the payment page cannot be opened, and the page stays usable', async () => {
    await signedIn('panne@exemple.test', async (page) => {
      await product.kill('billing')
      await buy(page, 100).click()
      const alert = page.getByRole('alertdialog')
      await alert.getByText('Le paiement n’a pas pu s’ouvrir.').waitFor()
      await alert.getByRole('button', { name: 'OK' }).click()
      await product.restart('billing')
      await buy(page, 100).click()
      await page.getByRole('button', { name: /Payer 5,00/ }).waitFor()
    })
  })

  test('a buyer withdraws in two steps and keeps the acknowledgement', async () => {
    await signedIn('retour@exemple.test', async (page) => {
      await buy(page, 200).click()
      await page.getByRole('button', { name: /Payer 8,00/ }).click()
      await page.getByText(/200\scrédits ajoutés/).waitFor(landing)
      await page.getByRole('button', { name: 'Facture' }).click()
      await page.getByRole('heading', { name: 'Facture d’essai' }).waitFor()
      await page.goBack()
      await page.locator('main').getByRole('link', { name: 'Renoncer au contrat ici' }).click()
      await page.getByRole('button', { name: 'Renoncer au contrat ici' }).click()
      await page.getByText(/200\scrédits repris, 8,00\s€ remboursés/).waitFor()
      await page.getByRole('button', { name: 'Confirmer la rétractation' }).click()
      await page.getByRole('heading', { name: 'Votre rétractation est enregistrée.' }).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Télécharger l’accusé de réception' }).click(),
      ])
      const text = readFileSync(await download.path(), 'utf8')
      expect(text).toContain('retour@exemple.test')
      expect(text).toMatch(/Montant remboursé : 8,00\s€/)
      await seeBalance(page, 10)
    })
  })
})

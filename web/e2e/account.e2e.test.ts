import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance, signInAs } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { dropFiles } from '../test/drop-files.ts'

const settled = { timeout: 90_000 }
const liveKey = /eq_live_[0-9A-Za-z]{49}/
/** The Google stand-in has no favicon. */
const expectedErrors = /404 \(Not Found\)/
const row = (page: Page, term: string) =>
  page.locator('dl > div', { has: page.getByText(term, { exact: true }) })

describe.skipIf(missingBrowser !== null)('an account', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  const visit = (work: (page: Page) => Promise<void>, expected = expectedErrors) =>
    inBrowser(product.url, work, { expectedErrors: expected })

  test('AC-05 G04 S-12 AC-04 L-06: a guest’s credits and cards follow a sign-in, and are gone after the sign-out', async () => {
    await visit(async (page) => {
      await page.goto('/camscan')
      const { jpeg } = await photographDocument({
        seed: 7,
        background: 'wood',
        page: 'letter',
        coverage: 0.5,
      })
      await dropFiles(page, '[data-drop-zone]', [{ name: 'a.jpg', type: 'image/jpeg', bytes: jpeg }])
      const card = page.getByRole('article', { name: 'a.jpg' })
      await card.getByText(/Terminé|À vérifier/).waitFor(settled)
      await seeBalance(page, 9)

      await page.goto('/account')
      await page.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
      await page
        .getByText(/Le compte est créé à la première connexion. Vos 9\scrédits d’invité vous suivent/)
        .waitFor()
      await signInAs(page, { name: 'Camille Petit', email: 'camille@exemple.test' })
      await page.getByRole('heading', { name: 'Compte', level: 1 }).waitFor()
      await page.getByTitle('Compte connecté').waitFor()
      await seeBalance(page, 9)
      await page.getByRole('row', { name: /Crédits d’invité repris \+9 9/ }).waitFor()

      await page.goto('/camscan')
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        card.getByRole('button', { name: /TELECHARGER/ }).click(),
      ])
      expect(download.suggestedFilename()).toBe('a_equerre.png')

      await page.goto('/account')
      const signOut = page.getByRole('button', { name: 'Déconnexion' })
      await signOut.waitFor()
      const elsewhere = await page.context().newPage()
      await elsewhere.goto('/account')
      await elsewhere.getByText('camille@exemple.test').first().waitFor()
      // On the first page opened, nothing takes the focus.
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
      await signOut.click()
      await page.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
      await page.getByTitle('Invité (non connecté)').waitFor()
      await seeBalance(page, 0)
      // Whoever uses the computer next sees nothing of the account in a tab that was left open.
      await elsewhere.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
      await elsewhere.getByTitle('Invité (non connecté)').waitFor()
      await seeBalance(elsewhere, 0)
      await elsewhere.close()
      await page.goto('/camscan')
      await page.getByText('Aucun fichier pour le moment').waitFor()
    })
  })

  test('S-13 L-05 G04: whose session has ended is a guest at once, wherever the page learns it', async () => {
    await visit(async (page) => {
      await page.goto('/login?next=/account')
      await signInAs(page, { name: 'Fini', email: 'fini@exemple.test' })
      await row(page, 'Adresse e-mail').getByText('fini@exemple.test').waitFor()
      await page.getByText(liveKey).first().waitFor()
      await page.context().clearCookies({ name: 'session' })
      await page.getByRole('button', { name: 'Régénérer la clé' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Régénérer', exact: true }).click()
      await page.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
      await page.getByTitle('Invité (non connecté)').waitFor()
      await seeBalance(page, 0)
      expect(await page.getByText(liveKey).count()).toBe(0)
    }, /401 \(Unauthorized\)|404 \(Not Found\)/)
  })

  test('AC-01 AC-02 G23 G38 AC-03 RO-02 N-13 D-03: shows its data, and copies, hides and replaces its key', async () => {
    await visit(async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/account')
      // Else there may be no guest yet, whose credits follow.
      await seeBalance(page, 10)
      await signInAs(page, { name: '', email: 'sans-nom@exemple.test' })
      await row(page, 'Adresse e-mail').getByText('sans-nom@exemple.test').waitFor()
      await row(page, 'Nom').getByText('–').waitFor()
      const balance = page.getByRole('complementary')
      await balance.getByText('10', { exact: true }).waitFor()
      const recharge = balance.getByRole('link', { name: 'Recharger mes crédits' })
      expect(await recharge.getAttribute('href')).toBe('/pricing')
      const keyRow = row(page, 'Clé API')
      const key = await keyRow.getByText(liveKey).innerText()
      await page.clock.install({ time: 0 })
      await page.clock.pauseAt(1_000)
      await keyRow.getByRole('button', { name: 'Copier : Clé API' }).click()
      const notice = keyRow.getByRole('status').getByText('Copié !')
      await notice.waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
      await page.clock.runFor(1_499)
      expect(await notice.count()).toBe(1)
      await page.clock.runFor(1)
      await notice.waitFor({ state: 'detached' })
      await page.clock.resume()

      await keyRow.getByRole('button', { name: 'Masquer : Clé API' }).click()
      await keyRow.getByText(`eq_live_${'•'.repeat(12)}${key.slice(-4)}`).waitFor()
      await page.reload()
      await keyRow.getByRole('button', { name: 'Afficher : Clé API' }).click()
      await keyRow.getByText(key).waitFor()

      await keyRow.getByRole('button', { name: 'Régénérer la clé' }).click()
      await page.getByRole('dialog', { name: 'Régénérer la clé API ?' }).getByText('Régénérer').last().click()
      await keyRow.getByText(key).waitFor({ state: 'detached' })
      await keyRow.getByText(liveKey).waitFor()
    })
  })

  test('A-03 A-04 E-07 G22 A-02: the API page shows the reader’s own key as a header, or how to get one', async () => {
    await visit(async (page) => {
      await page.goto('/api')
      await page.getByText('L’appel rectify coûte 1 crédit.').waitFor()
      await page.getByText('Connectez-vous pour obtenir votre clé.').waitFor()
      await page.getByRole('link', { name: 'Se connecter' }).click()
      await signInAs(page, { name: 'Dominique', email: 'dominique@exemple.test' })
      await page.waitForURL('**/api')
      await page.getByText(/^X-API-Key: eq_live_[0-9A-Za-z]{49}$/).waitFor()
      await page.getByText(/^X-API-Key: eq_test_[0-9A-Za-z]{49}$/).waitFor()
      await page.route('**/api/api-key/me', (route) => route.abort())
      await page.reload()
      await page.getByText('Impossible de récupérer la clé API.').waitFor()
    }, /404 \(Not Found\)|ERR_FAILED/)
  })

  test('G38: copies even without the Clipboard API, as on plain HTTP', async () => {
    await visit(async (page) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
      await page.goto('/api')
      await page.getByRole('button', { name: 'Copier : Requête' }).click()
      await page.getByRole('status').getByText('Copié !').waitFor()
    })
  })

  test('G01 G41: redirects signed-in visitors to internal pages only, and says why a sign-in failed', async () => {
    await visit(async (page) => {
      await page.goto('/login?next=/pricing')
      await page.getByRole('link', { name: 'Continuer avec Google' }).click()
      await page.getByRole('button', { name: 'Annuler' }).click()
      await page.getByText('Connexion annulée : vous n’avez pas donné votre accord.').waitFor()
      await signInAs(page, { name: 'Maxime', email: 'maxime@exemple.test' })
      await page.waitForURL('**/pricing')
      await page.goto('/register?next=/camscan')
      await page.waitForURL('**/camscan')
      await page.goto('/login?next=//ailleurs.test')
      await page.waitForURL('**/account')
    })
  })

  test('exports its data as a file, and is permanently deleted after a confirmation', async () => {
    await visit(async (page) => {
      await page.goto('/account')
      await signInAs(page, { name: 'Alex', email: 'alex@exemple.test' })
      const key = await page.getByText(liveKey).innerText()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Télécharger mes données' }).click(),
      ])
      const exported = readFileSync(await download.path(), 'utf8')
      expect(exported).toContain('alex@exemple.test')
      expect(exported).not.toMatch(liveKey)

      await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
      await page.getByRole('button', { name: 'Annuler' }).click()
      await row(page, 'Adresse e-mail').waitFor()
      await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
      await page.getByRole('button', { name: 'Supprimer définitivement' }).click()
      await page.getByText('Votre compte est supprimé.').waitFor()
      await page.goto('/account')
      await page.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
      await signInAs(page, { name: 'Alex', email: 'alex@exemple.test' })
      await page.getByText(liveKey).waitFor()
      expect(await page.getByText(key).count()).toBe(0)
    })
  })

  test.each([
    { name: 'the narrowest phone', viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const },
    { name: 'a desktop', viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const },
  ])('has no axe violation and no horizontal scroll on $name', async ({ viewport, colorScheme }) => {
    await inBrowser(
      product.url,
      async (page) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto('/account')
        await signInAs(page, { name: 'Sacha', email: 'sacha@exemple.test' })
        for (const address of ['/account', '/api', '/retractation']) {
          await page.goto(address)
          await page.getByText(/eq_live_|Aucun achat/).waitFor()
          expect(await axeFaults(page), address).toEqual([])
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
          expect(sideways, address).toBe(false)
        }
      },
      { viewport, expectedErrors },
    )
  })
})

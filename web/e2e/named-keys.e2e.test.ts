import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import { connect } from '@equerre/local/servers/databases'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'

const secret = /eq_live_[0-9A-Za-z]{49}/
/** The Google stand-in has no favicon. */
const expectedErrors = /404 \(Not Found\)/

describe.skipIf(missingBrowser !== null)('named keys', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  const visit = (work: (page: Page) => Promise<void>, options: object = {}) =>
    inBrowser(product.url, work, { expectedErrors, ...options })
  const credits = async (key: string) =>
    (await fetch(`${product.url}/api/credits/me`, { headers: { 'X-API-Key': key } })).status

  /** What the keys of an account spent today and yesterday, without pages being made for it. */
  async function spend(email: string): Promise<void> {
    await using client = await connect(product.database.urls.admin)
    await client.query(
      `insert into gateway.key_usage
       select u.id, k.id, (now() at time zone 'UTC')::date - ago, spent
       from auth.users u join (select id, user_id from auth.named_keys union all select id, id from auth.users) k
         on k.user_id = u.id, (values (0, 12), (1, 30)) as days (ago, spent)
       where email = $1`,
      [email],
    )
  }

  test('are made, shown once, changed, replaced and revoked with the keyboard alone', async () => {
    await visit(async (page) => {
      await page.goto('/account')
      await signInAs(page, { name: 'Équipe', email: 'equipe@exemple.test' })
      await page.getByText('Aucune clé nommée pour le moment.').waitFor()
      await page.getByRole('button', { name: 'Créer une clé' }).focus()
      await page.keyboard.press('Enter')
      const form = page.getByRole('dialog', { name: 'Créer une clé' })
      await form.waitFor()
      await page.keyboard.type('Scanner du 2e étage')
      await page.keyboard.press('Tab')
      // Without any scope the form does not go; with one it does.
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')
      expect(
        await form.getByLabel('Redresser').evaluate((box: HTMLInputElement) => box.validationMessage),
      ).toBe('Choisissez au moins un droit.')
      await page.keyboard.press('Space')
      await form.getByLabel('Crédits par mois').focus()
      await page.keyboard.type('50')
      await page.keyboard.press('Enter')
      const shown = page.getByRole('dialog', { name: 'Votre nouvelle clé' })
      const first = await shown.getByText(secret).innerText()
      await page.keyboard.press('Escape')
      expect(await shown.count()).toBe(1)
      await shown.getByRole('button', { name: 'C’est copié' }).press('Enter')
      expect(await credits(first)).toBe(200)

      const item = page.getByRole('listitem').filter({ hasText: 'Scanner du 2e étage' })
      await item.getByText(`eq_live_${'•'.repeat(12)}${first.slice(-4)}`).waitFor()
      await item.getByText(/Redresser · sans fin · 0 sur 50\scrédits ce mois-ci/).waitFor()
      expect(await page.content()).not.toContain(first)

      await item.getByRole('button', { name: 'Modifier Scanner' }).press('Enter')
      const change = page.getByRole('dialog', { name: 'Modifier la clé' })
      await change.getByLabel('Lire').press('Space')
      await change.getByLabel('Fin').selectOption({ label: 'Dans 90 jours' })
      await change.getByLabel('Crédits par mois').press('Enter')
      await item.getByText(/Redresser, Lire · jusqu’au /).waitFor()

      await item.getByRole('button', { name: 'Régénérer Scanner' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Régénérer' }).press('Enter')
      const second = await shown.getByText(secret).innerText()
      await shown.getByRole('button', { name: 'C’est copié' }).press('Enter')
      expect([await credits(first), await credits(second)]).toEqual([401, 200])

      await item.getByRole('button', { name: 'Révoquer Scanner' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).press('Enter')
      await page.getByText('Aucune clé nommée pour le moment.').waitFor()
      expect(await credits(second)).toBe(401)
    })
  })

  test('their usage is a chart, a table beside it, and a file for Excel', async () => {
    const wide = { viewport: { width: 1440, height: 900 } }
    await visit(async (page) => {
      await page.goto('/account')
      await signInAs(page, { name: 'Compta', email: 'compta@exemple.test' })
      await page.getByText('Aucun crédit dépensé par une clé sur cette période.').waitFor()
      await makeKey(page, '=1+1')
      await spend('compta@exemple.test')
      await page.reload()
      const usage = page.locator('section', { has: page.getByRole('heading', { name: 'Usage par clé' }) })
      await usage.getByRole('img', { name: /^Graphique : 84\scrédits sur la période, au plus 60/ }).waitFor()
      await usage.getByRole('row', { name: 'Total 84' }).waitFor()
      await usage.getByRole('combobox', { name: 'Clé' }).selectOption({ label: 'Clé API' })
      await usage.getByRole('row', { name: 'Total 42' }).waitFor()
      await usage.getByText('12 mois').click()
      await usage.getByText('Chiffres du graphique').click()
      await usage.getByRole('columnheader', { name: 'Mois' }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      await usage.getByRole('combobox', { name: 'Clé' }).selectOption({ label: 'Toutes les clés' })
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        usage.getByRole('button', { name: 'Télécharger en CSV' }).click(),
      ])
      expect(download.suggestedFilename()).toBe('equerre-usage-des-cles.csv')
      const file = readFileSync(await download.path(), 'utf8')
      expect(file.split('\r\n')[0]).toBe('\ufeff"Jour (UTC)";"Clé";"Identifiant";"Crédits"')
      expect(file).toContain(`;"'=1+1";`)
      expect(file.match(/\r\n/g)).toHaveLength(5)
    }, wide)
  })

  test('have no axe violation and no horizontal scroll on a phone, in the dark, in English', async () => {
    await visit(
      async (page) => {
        await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
        await page.goto('/en/account')
        const email = 'phone@exemple.test'
        await page.getByRole('link', { name: 'Continue with Google' }).click()
        await page.getByLabel('Nom').fill('Sacha')
        await page.getByLabel('Adresse e-mail').fill(email)
        await page.getByRole('button', { name: 'Continuer' }).click()
        await page.getByRole('button', { name: 'Create a key' }).click()
        await page.getByLabel('Name', { exact: true }).fill('W'.repeat(60))
        expect(await axeFaults(page)).toEqual([])
        await page.getByRole('button', { name: 'Create', exact: true }).click()
        await page.getByText(secret).last().waitFor()
        expect(await axeFaults(page)).toEqual([])
        await page.getByRole('button', { name: 'I have copied it' }).click()
        await spend(email)
        await page.reload()
        await page.getByRole('img', { name: /^Chart: 84\scredits/ }).waitFor()
        await page.getByText('Figures of the chart').click()
        expect(await axeFaults(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
      },
      { viewport: { width: 390, height: 844 } },
    )
  })
})

async function makeKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Créer une clé' }).click()
  await page.getByLabel('Nom', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Créer', exact: true }).click()
  await page.getByRole('button', { name: 'C’est copié' }).click()
}

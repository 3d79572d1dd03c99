import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { digitalPdf } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { bareTable } from '../test/bare-table.ts'
import { dropFiles } from '../test/drop-files.ts'
import { tabTo } from '../test/tab-to.ts'

const settled = { timeout: 90_000 }
const password = 'le coffre de la rue d’à côté'

/** What the browser keeps of the page, as text. */
function keptIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => (request.onsuccess = () => resolve(request.result)))
    const found: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        found.push(await answer(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    return JSON.stringify(found)
  })
}

describe.skipIf(missingBrowser !== null)('a protected PDF', () => {
  let product: Product
  let bytes: Buffer
  beforeAll(async () => {
    product = await startProduct()
    bytes = await digitalPdf({ password, pages: 1 })
  })
  afterAll(() => product.stop())

  /** Chooses the file, and waits until the card asks for its password. */
  async function choose(page: Page, name: string) {
    await page.goto('/camscan')
    await seeBalance(page, 10)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choisir des fichiers' }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer: bytes })
    const card = page.getByRole('article', { name })
    const field = card.getByLabel(`Mot de passe du PDF ${name}`)
    await field.waitFor(settled)
    return { card, field }
  }

  test.each([390, 1440])(
    'E-01 G46: asks on its card, says when the password is wrong, and opens without the file being chosen again, at %i',
    async (width) => {
      const visit = { viewport: { width, height: 900 }, expectedErrors: /422/ }
      await inBrowser(
        product.url,
        async (page) => {
          const { card, field } = await choose(page, 'relevé.pdf')
          await card.getByText(/PDF protégé\s: donnez son mot de passe/).waitFor()
          expect(await card.getByRole('button', { name: 'Réessayer' }).count()).toBe(0)
          expect(await axeFaults(page)).toEqual([])

          await tabTo(page, /^Mot de passe du PDF relevé\.pdf$/)
          await page.keyboard.type('le coffre d’en face')
          expect(await field.getAttribute('type')).toBe('password')
          await page.keyboard.press('Tab')
          await page.keyboard.press('Space')
          expect(await field.getAttribute('type')).toBe('text')
          await page.keyboard.press('Tab')
          await page.keyboard.press('Enter')
          await card.getByText(/Ce mot de passe n’ouvre pas ce PDF/).waitFor(settled)
          expect(await field.getAttribute('aria-invalid')).toBe('true')
          expect(await axeFaults(page)).toEqual([])
          await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)

          await page.keyboard.type(password)
          await page.keyboard.press('Enter')
          await card
            .getByText(/^(Terminé|À vérifier)$/)
            .first()
            .waitFor(settled)
          await seeBalance(page, 9)
          expect(await keptIn(page)).not.toContain(password)
        },
        visit,
      )
    },
  )

  test('E-01 G08: in an opened tile, the focus goes from the wrong password to the pages to choose, and is never lost', async () => {
    const three = await digitalPdf({ password, pages: 3 })
    const table = await bareTable('table.jpg')
    /** What the focused element is in: the title of its dialog. */
    const focusedIn = (page: Page) =>
      page.evaluate(() => document.activeElement?.closest('dialog')?.querySelector('h2')?.textContent ?? null)
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto('/camscan')
        await seeBalance(page, 10)
        await dropFiles(page, '[data-drop-zone]', [
          table,
          { name: 'relevé.pdf', type: 'application/pdf', bytes: three },
        ])
        await page.getByRole('button', { name: 'Voir en planche' }).click()
        await page.getByRole('button', { name: 'Mot de passe… de relevé.pdf' }).waitFor(settled)
        await tabTo(page, /^Mot de passe… de relevé\.pdf$/)
        await page.keyboard.press('Enter')
        const tile = page.getByRole('dialog', { name: 'relevé.pdf' })
        const field = tile.getByLabel('Mot de passe du PDF relevé.pdf')
        await tabTo(page, /^Mot de passe du PDF relevé\.pdf$/)
        await page.keyboard.type('le coffre d’en face')
        await page.keyboard.press('Enter')
        const wrong = tile.getByText(/Ce mot de passe n’ouvre pas ce PDF/)
        await wrong.waitFor(settled)
        await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
        expect(await field.getAttribute('aria-describedby')).toContain(
          await wrong.locator('xpath=ancestor-or-self::*[@id]').last().getAttribute('id'),
        )

        await page.keyboard.type(password)
        await page.keyboard.press('Enter')
        const question = page.getByRole('dialog', { name: /^Ce PDF contient 3/ })
        await question.waitFor(settled)
        expect(await focusedIn(page)).toMatch(/^Ce PDF contient 3/)
        await tabTo(page, /^Page 2, déjà numérique$/)
        await page.keyboard.press('Space')
        await tabTo(page, /^Traiter 1 page/)
        await page.keyboard.press('Enter')
        await question.waitFor({ state: 'detached' })
        // The pages are tiles in place of their PDF now.
        const page1 = page.getByRole('dialog', { name: 'relevé.pdf, page 1' })
        await page1.getByText('2 / 4').waitFor()
        await expect.poll(() => focusedIn(page)).toBe('relevé.pdf, page 1')
        await page.keyboard.press('ArrowRight')
        await page.getByRole('dialog', { name: 'relevé.pdf, page 2' }).getByText('Terminé').waitFor(settled)
        expect(await focusedIn(page)).toBe('relevé.pdf, page 2')
      },
      { expectedErrors: /422/ },
    )
  })
})

import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument, photographTable } from '@equerre/testkit/pictures'
import { photographBook } from '@equerre/testkit/pictures/spreads'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import jszip from 'jszip'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { bareTable } from '../test/bare-table.ts'
import { dropFiles } from '../test/drop-files.ts'

const settled = { timeout: 90_000 }
const names = ['tickets.jpg, document 1', 'tickets.jpg, document 2']
const ended = /^(Terminé|À vérifier)$/
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const split = (page: Page) =>
  page.getByRole('button', { name: /^Traiter l’autre : 1\scrédit, documents de tickets/ })
const asked = 'Une ou deux pages\u00a0?'
const pages = ['livre.jpg, document 1', 'livre.jpg, document 2']
const whole = /^La double page · 1\scrédit, documents de livre/
const both = /^Deux pages · 2\scrédits, documents de livre/
const button = (page: Page, text: RegExp) => card(page, 'livre.jpg').getByRole('button', { name: text })

type Photo = { readonly name: string; readonly type: string; readonly bytes: Uint8Array }

describe.skipIf(missingBrowser !== null)('several documents on one photo', () => {
  let product: Product
  let tickets: Photo
  let book: Photo
  beforeAll(async () => {
    product = await startProduct()
    const { jpeg: bytes } = await photographTable({ seed: 6_000_000, count: 2, width: 1200, height: 1600 })
    tickets = { name: 'tickets.jpg', type: 'image/jpeg', bytes }
    book = { name: 'livre.jpg', type: 'image/jpeg', bytes: (await photographBook(11)).jpeg }
  })
  afterAll(() => product.stop())

  test('G07: the largest is straightened; one press makes the others cards of their own, with the price on the button', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await seeBalance(page, 10)
      await dropFiles(page, '[data-drop-zone]', [tickets])
      await card(page, 'tickets.jpg').getByText(ended).waitFor(settled)
      await seeBalance(page, 9)
      await card(page, 'tickets.jpg')
        .getByText(/^2\sdocuments trouvés$/)
        .waitFor()
      expect(await axeFaults(page)).toEqual([])

      await split(page).click()
      for (const name of names) await card(page, name).getByText(ended).waitFor(settled)
      await seeBalance(page, 8)
      expect(await split(page).count()).toBe(0)
      await page.reload()
      for (const name of names) await card(page, name).getByText(ended).waitFor(settled)
      expect(await page.locator('[data-jobs] h3').allTextContents()).toEqual(names)
      expect(await zipped(page)).toEqual(['tickets_d01_recadree.png', 'tickets_d02_recadree.png'])
    })
  })

  test('both pages of an open book become cards of their own, parted where its fold is', async () => {
    const { jpeg: bytes } = await photographDocument({
      seed: 31,
      page: 'card',
      background: 'wood',
      coverage: 0.5,
    })
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [{ name: 'livre.jpg', type: 'image/jpeg', bytes }])
      await card(page, 'livre.jpg').getByText(ended).waitFor(settled)
      await seeBalance(page, 9)
      await card(page, 'livre.jpg').getByRole('button', { name: 'Corriger la zone' }).click()
      const editor = page.getByRole('dialog', { name: 'Corriger la zone' })
      await editor.getByText('Deux pages').click()
      await editor.getByRole('slider', { name: 'Pli' }).focus()
      for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowLeft')
      expect(await editor.getByRole('img', { name: 'Aperçu redressé' }).count()).toBe(2)
      await editor.getByText(/^Appliquer coûte 2\scrédits, solde 9\.$/).waitFor()
      expect(await axeFaults(page)).toEqual([])
      await editor.getByRole('button', { name: /^Appliquer/ }).click()
      for (const name of pages) await card(page, name).getByText(ended).waitFor(settled)
      await seeBalance(page, 7)
      const shape = (name: string) =>
        card(page, name)
          .locator('img')
          .last()
          .evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight)
      // Until the pages have shown how they were straightened, a picture of that is in their place.
      const share = async () => {
        const [left, right] = [await shape(pages[0]!), await shape(pages[1]!)]
        return left / (left + right)
      }
      await expect.poll(share, settled).toBeCloseTo(0.4, 1)
    })
  })

  test('the contact sheet offers it too, and puts the documents where the photo was', async () => {
    const table = await bareTable('')
    const others = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...table, name: `${name}.jpg` }))
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [...others.slice(0, 2), tickets, ...others.slice(2)])
      const tiles = page.locator('[data-sheet] article')
      await tiles.filter({ hasText: /2\sdocuments trouvés/ }).waitFor(settled)
      await split(page).click()
      await expect
        .poll(() => tiles.filter({ hasText: /tickets.*(Terminé|À vérifier)/ }).count(), settled)
        .toBe(2)
      expect((await page.locator('[data-sheet] h3').allTextContents()).slice(1, 5)).toEqual([
        'b.jpg',
        ...names,
        'c.jpg',
      ])
      expect(await axeFaults(page)).toEqual([])
    })
  })

  test('an open book waits for the choice between one page and two, with both prices, before anything is spent', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await seeBalance(page, 10)
      await dropFiles(page, '[data-drop-zone]', [book])
      await card(page, 'livre.jpg').getByText(asked).waitFor(settled)
      expect(await axeFaults(page)).toEqual([])
      await page.reload()
      await card(page, 'livre.jpg').getByText(asked).waitFor(settled)
      await seeBalance(page, 10)
      expect(await button(page, whole).count()).toBe(1)
      await button(page, both).click()
      for (const name of pages) await card(page, name).getByText(ended).waitFor(settled)
      await seeBalance(page, 8)
      for (const name of pages) {
        const made = card(page, name).locator('img').last()
        const ratio = () => made.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight)
        await expect.poll(ratio, settled).toBeLessThan(1)
      }
      expect(await axeFaults(page)).toEqual([])
    })
  })

  test('an open book can be one page, and its pages cards of their own afterwards', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [book])
      await button(page, whole).click(settled)
      await card(page, 'livre.jpg').getByText(ended).waitFor(settled)
      await seeBalance(page, 9)
      await button(page, both).click()
      for (const name of ['livre.jpg', ...pages]) await card(page, name).getByText(ended).waitFor(settled)
      await seeBalance(page, 7)
      await page.reload()
      for (const name of ['livre.jpg', ...pages]) await card(page, name).getByText(ended).waitFor(settled)
      expect(await button(page, both).count()).toBe(0)
    })
  })

  test('the contact sheet asks about an open book too', async () => {
    const table = await bareTable('')
    const others = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...table, name: `${name}.jpg` }))
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [book, ...others])
      const tiles = page.locator('[data-sheet] article')
      const tile = tiles.filter({ hasText: asked })
      await tile.getByText('Livre ouvert').waitFor(settled)
      expect(await tile.getByRole('button', { name: whole }).count()).toBe(1)
      await tile.getByRole('button', { name: both }).click()
      const made = tiles.filter({ hasText: /livre.*(Terminé|À vérifier)/ })
      await expect.poll(() => made.count(), settled).toBe(2)
      expect(await axeFaults(page)).toEqual([])
    })
  })

  test('G06: without credits the others wait as cards, which the free credits start', async () => {
    const poor = await startProduct({ env: { GUEST_CREDITS: '1', FREE_TOPUP_CREDITS: '3' } })
    await inBrowser(poor.url, async (page) => {
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [tickets])
      await card(page, 'tickets.jpg').getByText(ended).waitFor(settled)
      await seeBalance(page, 0)
      await split(page).click()
      const paywall = page.getByRole('dialog', { name: 'Crédits épuisés' })
      await paywall.waitFor()
      const waiting = page.locator('[data-jobs] article').filter({ hasText: 'En attente de crédits' })
      expect(await waiting.count()).toBe(1)
      await paywall.getByRole('button', { name: /^\+3\scrédits gratuits$/ }).click()
      for (const name of names) await card(page, name).getByText(ended).waitFor(settled)
      await seeBalance(page, 2)
    })
    await poor.stop()
  })
})

/** The names in the zip of all results, in order. */
async function zipped(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Télécharger tout' }).click()
  const zip = await jszip.loadAsync(await readFile(await (await download).path()))
  return Object.keys(zip.files)
}

import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { photographCurled } from '@equerre/testkit/pictures/bent'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance, signInAs } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { dropFiles } from '../test/drop-files.ts'
import { likeness, viewFromFar } from '../test/far-view.ts'
import { tabTo } from '../test/tab-to.ts'

const settled = { timeout: 90_000 }
const free = 4
const camille = { name: 'Camille Petit', email: 'camille@exemple.test' }

const card = (page: Page, name = 'lettre.jpg') => page.getByRole('article', { name })
const seen = (page: Page) => card(page).getByAltText(/^Document recadré/)
const turnButton = (page: Page) => card(page).getByRole('button', { name: /^Tourner/ })
const radio = (page: Page, name: string) => card(page).getByRole('radio', { name })

/** What is seen of the result: whether it lies across, and whether it has colours. `made`: no style stands in for anything. */
const looks = (page: Page) =>
  seen(page).evaluate((element) => {
    const img = element as HTMLImageElement
    const canvas = document.createElement('canvas')
    const [width, height] = [(canvas.width = img.naturalWidth), (canvas.height = img.naturalHeight)]
    const context = canvas.getContext('2d')!
    context.drawImage(img, 0, 0)
    const { data } = context.getImageData(0, 0, width, height)
    let chroma = 0
    for (let i = 0; i < data.length; i += 4) chroma += Math.abs(data[i]! - data[i + 2]!)
    const made = img.dataset['mode'] === undefined && img.style.length === 0
    return { across: width > height, colour: chroma / (data.length / 4) > 1.5, made }
  })
const look = (page: Page) => expect.poll(() => looks(page))

async function download(page: Page): Promise<Buffer> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    card(page).getByRole('button', { name: 'TELECHARGER' }).click(),
  ])
  return readFile(await saved.path())
}

describe.skipIf(missingBrowser !== null)('other renderings of a finished page', () => {
  let product: Product
  let photo: { name: string; type: string; bytes: Buffer }
  beforeAll(async () => {
    product = await startProduct({ env: { RENDERINGS_PER_CAPTURE: String(free) } })
    const { jpeg } = await photographDocument({
      seed: 3,
      page: 'invoice',
      background: 'wood',
      coverage: 0.6,
      tiltDegrees: 12,
    })
    photo = { name: 'lettre.jpg', type: 'image/jpeg', bytes: jpeg }
  })
  afterAll(() => product.stop())

  async function straighten(page: Page): Promise<void> {
    await page.goto('/camscan')
    await dropFiles(page, '[data-drop-zone]', [photo])
    await card(page).getByText('Terminé').waitFor(settled)
  }

  test('G06 G07 C-06: are seen at once, downloaded, kept over a reload, free up to the limit, then asked about', async () => {
    await inBrowser(product.url, async (page) => {
      await straighten(page)
      await seeBalance(page, 9)
      await look(page).toEqual({ across: false, colour: true, made: true })
      expect(await radio(page, 'Photo').isChecked()).toBe(true)
      await card(page).getByText('N&B', { exact: true }).click()
      await page.locator('img[data-mode=bw]').waitFor()
      await look(page).toEqual({ across: false, colour: false, made: true })
      const straight = await download(page)

      await tabTo(page, /^Tourner lettre.jpg/)
      await page.keyboard.press('Enter')
      await page.locator('article img[style*="90deg"]').waitFor()
      await look(page).toEqual({ across: true, colour: false, made: true })
      await page.keyboard.press('Enter')
      // Not waited for: what is downloaded is what was asked for.
      const turned = await download(page)
      const [upright, upsideDown] = [await viewFromFar(page, turned), await viewFromFar(page, turned, 180)]
      const before = await viewFromFar(page, straight)
      expect(upright).toMatchObject({ width: before.width, height: before.height })
      expect(likeness(before, upsideDown)).toBeGreaterThan(0.95)
      expect(likeness(before, upright)).toBeLessThan(0.5)
      await look(page).toEqual({ across: false, colour: false, made: true })
      expect(await axeFaults(page)).toEqual([])
      await seeBalance(page, 9)

      await page.reload()
      await look(page).toEqual({ across: false, colour: false, made: true })
      expect(await radio(page, 'N&B').isChecked()).toBe(true)
      expect((await download(page)).equals(turned)).toBe(true)

      // The last that is free.
      await card(page).getByText('Scan', { exact: true }).click()
      await look(page).toEqual({ across: false, colour: true, made: true })
      await card(page).getByText('1 crédit', { exact: true }).waitFor()
      await asksBeforeItSpends(page)
    })
  })

  test('a curved page comes out flat, says so, and is as it was after one press, free of charge', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [{ ...photo, bytes: await photographCurled(7) }])
      await card(page).getByText('Terminé').waitFor(settled)
      await card(page)
        .getByText(/ · aplanie$/)
        .waitFor()
      const flat = await download(page)
      await tabTo(page, /^Ne pas aplanir lettre.jpg/)
      await page.keyboard.press('Enter')
      await card(page).getByRole('button', { name: 'Aplanir lettre.jpg' }).waitFor()
      await expect
        .poll(() =>
          card(page)
            .getByText(/ · aplanie$/)
            .count(),
        )
        .toBe(0)
      expect((await download(page)).equals(flat)).toBe(false)
      expect(await axeFaults(page)).toEqual([])

      await card(page).getByRole('button', { name: 'Aplanir lettre.jpg' }).click()
      await card(page)
        .getByText(/ · aplanie$/)
        .waitFor()
      expect((await download(page)).equals(flat)).toBe(true)
      await seeBalance(page, 9)
    })
  })

  test('stay as they were where the service cannot be reached, and say so', async () => {
    const work = async (page: Page) => {
      await straighten(page)
      await look(page).toEqual({ across: false, colour: true, made: true })
      await page.route('**/detourage/rectify', (route) => route.abort())
      await turnButton(page).click()
      await card(page).getByText('la page reste comme elle était').waitFor()
      await look(page).toEqual({ across: false, colour: true, made: true })
      await page.unroute('**/detourage/rectify')
      await turnButton(page).click()
      await look(page).toEqual({ across: true, colour: true, made: true })
      expect(await card(page).getByText('la page reste comme elle était').count()).toBe(0)
      await seeBalance(page, 9)
    }
    await inBrowser(product.url, work, { expectedErrors: /ERR_FAILED/ })
  })

  test('of all pages at once, found as they are on another device, with what is left of the free ones', async () => {
    const signIn = async (page: Page) => {
      await page.goto('/login')
      await signInAs(page, camille)
      await page.getByRole('heading', { name: 'Compte', level: 1 }).waitFor()
    }
    await inBrowser(product.url, async (page) => {
      await signIn(page)
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [photo, { ...photo, name: 'autre.jpg' }])
      await card(page, 'autre.jpg').getByText('Terminé').waitFor(settled)
      await page.locator('summary', { hasText: 'Options' }).click()
      const all = page.getByRole('group', { name: 'Pages déjà redressées' })
      await all.getByText('N&B', { exact: true }).click()
      await page.getByRole('button', { name: /^Tourner toutes les pages/ }).click()
      await look(page).toEqual({ across: true, colour: false, made: true })
      const other = card(page, 'autre.jpg')
      await expect.poll(() => other.locator('img[data-mode], img[style]').count()).toBe(0)
      expect(await other.getByRole('radio', { name: 'N&B' }).isChecked()).toBe(true)
    })
    await inBrowser(product.url, async (page) => {
      await signIn(page)
      await page.goto('/camscan')
      await page.getByRole('button', { name: 'Mes fichiers (24 h)' }).click()
      await page.getByRole('button', { name: 'Ouvrir lettre.jpg' }).click()
      await page.keyboard.press('Escape')
      await look(page).toEqual({ across: true, colour: false, made: true })
      expect(await radio(page, 'N&B').isChecked()).toBe(true)
      await turnButton(page).click()
      await look(page).toEqual({ across: false, colour: false, made: true })
    })
  })
})

async function asksBeforeItSpends(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Autre rendu : 1 crédit' })
  await turnButton(page).click()
  await question.getByRole('button', { name: 'Annuler' }).click()
  await look(page).toEqual({ across: false, colour: true, made: true })
  await seeBalance(page, 9)
  await turnButton(page).click()
  expect(await axeFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Dépenser 1 crédit' }).click()
  await look(page).toEqual({ across: true, colour: true, made: true })
  await seeBalance(page, 8)
  // It is a capture itself, whose own renderings are free again.
  await expect.poll(() => card(page).getByText('1 crédit', { exact: true }).count()).toBe(0)
}

import { smallPictures } from '@equerre/contract/small-picture'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance, signInAs } from '../test/accounts.ts'
import { cardsKept, storedIn } from '../test/browser-storage.ts'
import { dropFiles } from '../test/drop-files.ts'
import { cachedAt, openAt } from '../test/left-behind.ts'
import { watchArtifacts } from '../test/watch-artifacts.ts'

const settled = { timeout: 90_000 }
const headersBytesMax = 1_500
const thumbBytesMax = smallPictures.thumb.bytesMax + headersBytesMax
const screenBytesMax = smallPictures.screen.bytesMax + headersBytesMax
const phone = { megabitsPerSecond: 1.6, latencyMs: 150 }
const home = { megabitsPerSecond: 25, latencyMs: 20 }

const isSeen = (picture: Locator) =>
  picture.evaluate((img) => img instanceof HTMLImageElement && img.complete && img.naturalWidth > 0)
const see = (picture: Locator) => expect.poll(() => isSeen(picture)).toBe(true)
const pictures = (page: Page) => page.locator('article img')
const kinds = (files: readonly { file: string }[]) => files.map(({ file }) => file).toSorted()

describe.skipIf(missingBrowser !== null)('the pictures of a card', () => {
  let product: Product
  let photo: { name: string; type: string; bytes: Buffer }
  beforeAll(async () => {
    product = await startProduct()
    const scene = {
      seed: 47,
      page: 'letter',
      coverage: 0.9,
      tiltDegrees: 8,
      underlays: 0,
      things: 0,
    } as const
    const { jpeg } = await photographDocument({ ...scene, width: 2400, height: 3200 })
    photo = { name: 'lettre.jpg', type: 'image/jpeg', bytes: jpeg }
  })
  afterAll(() => product.stop())

  test('N-04 C-07 C-09: load only the sizes shown; the file loads on zoom or download, and nothing loads twice', async () => {
    await inBrowser(product.url, async (page) => {
      const network = await watchArtifacts(page)
      await page.goto('/camscan')
      await choosesFormat(page, 'JPEG')
      await dropFiles(page, '[data-drop-zone]', [photo])
      // Throttle after the uploads: only downloads are measured.
      await page
        .getByText(/^(Redressement…|Terminé)$/)
        .first()
        .waitFor(settled)
      await network.slow(phone)
      await page.getByRole('article').getByText('Terminé').waitFor(settled)
      await see(pictures(page).nth(1))
      await see(pictures(page).first())
      expect(kinds(network.fetched())).toEqual(['thumb.webp', 'thumb.webp'])
      for (const { bytes } of network.fetched()) expect(bytes).toBeLessThanOrEqual(thumbBytesMax)

      const window = await enlarges(page, network.fetched)
      await network.slow(home)
      await zooms(page, window, network.fetched)
      await comparesAndDownloads(page)
      expect(network.twice()).toEqual([])
      expect(network.fetched().filter(({ file }) => file === 'preview.jpg')).toEqual([])
    })
  })

  test('G29: come back after a reload as thumbnails, once, and share one fetched preview', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [photo])
      await page.getByRole('article').getByText('Terminé').waitFor(settled)
      for (const picture of [0, 1]) await see(pictures(page).nth(picture))
      const network = await watchArtifacts(page)
      await page.reload()
      for (const picture of [0, 1]) await see(pictures(page).nth(picture))
      await page.getByRole('link', { name: 'PRIX' }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Un carré, une image.' }).waitFor()
      await page.goBack()
      for (const picture of [0, 1]) await see(pictures(page).nth(picture))
      expect(kinds(network.fetched())).toEqual(['thumb.webp', 'thumb.webp'])
      for (const { bytes } of network.fetched()) expect(bytes).toBeLessThanOrEqual(thumbBytesMax)
      for (const _ of ['first', 'again']) {
        await page.getByRole('button', { name: /^Comparer/ }).click()
        for (const picture of [0, 1]) await see(page.getByRole('dialog').getByRole('img').nth(picture))
        await page.keyboard.press('Escape')
      }
      await page.getByRole('button', { name: /^Corriger la zone/ }).click()
      await page.getByRole('dialog').locator('canvas').first().waitFor()
      expect(kinds(network.fetched())).toEqual(['preview.jpg', 'screen.webp', 'thumb.webp', 'thumb.webp'])
    })
  })

  test('14.3.2: are not in the browser’s cache, nor in memory after their cards are removed or the user signs out', async () => {
    const work = async (page: Page) => {
      const network = await watchArtifacts(page)
      await page.goto('/login')
      // Whoever signs in before there is a guest brings no credits along.
      await seeBalance(page, 10)
      await signInAs(page, { name: 'Camille Petit', email: 'camille@exemple.test' })
      await page.getByRole('heading', { name: 'Compte', level: 1 }).waitFor()
      for (const leave of [clearsAll, signsOutElsewhere]) {
        await page.goto('/camscan')
        await dropFiles(page, '[data-drop-zone]', [photo])
        await page.getByRole('article').getByText('Terminé').waitFor(settled)
        await page.getByRole('button', { name: 'Image Recadrée, agrandir' }).click()
        await see(page.getByRole('dialog').getByRole('img'))
        await page.keyboard.press('Escape')
        await page.locator('[data-squaring]').waitFor({ state: 'detached' })
        const shown = await pictures(page).evaluateAll((images) =>
          images.map((img) => img.getAttribute('src')!),
        )
        expect(await openAt(page, shown)).toEqual(shown)
        const script = await page.locator('script[type=module]').first().getAttribute('src')
        expect(await cachedAt(page, [script!])).toEqual([script])
        expect(await cachedAt(page, network.addresses())).toEqual([])

        await leave(page)
        expect(await openAt(page, shown)).toEqual([])
        expect(await cachedAt(page, network.addresses())).toEqual([])
      }
      // The list of cards is erased, and stored again, empty, only if this tab still had some then.
      await expect.poll(() => cardsKept(page)).toBe(0)
      const names = (await storedIn(page)).map(({ name }) => name)
      expect(names.filter((name) => name !== 'keyval-store')).toEqual([])
    }
    await inBrowser(product.url, work, {
      expectedErrors: /404 \(Not Found\)|ERR_CACHE_MISS|ERR_FILE_NOT_FOUND|only-if-cached/,
    })
  })

  test('exist for a PDF result too, which browsers cannot show as an image', async () => {
    await inBrowser(product.url, async (page) => {
      const network = await watchArtifacts(page)
      await page.goto('/camscan')
      await choosesFormat(page, 'PDF')
      await dropFiles(page, '[data-drop-zone]', [photo])
      await page.getByRole('article').getByText('Terminé').waitFor(settled)
      await see(pictures(page).nth(1))
      await page.getByRole('button', { name: 'Image Recadrée, agrandir' }).click()
      const picture = page.getByRole('dialog').getByRole('img')
      await see(picture)
      for (let step = 0; step < 5; step++) await page.keyboard.press('+')
      expect(kinds(network.fetched())).toEqual(['screen.webp', 'thumb.webp', 'thumb.webp'])
    })
  })
})

async function clearsAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nettoyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await page.getByRole('article').waitFor({ state: 'detached' })
}

/** In another tab: here it would reload the page and so clear its memory anyway. */
async function signsOutElsewhere(page: Page): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/account')
  await other.getByRole('button', { name: 'Déconnexion' }).click()
  await other.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
  await other.close()
  await page.getByRole('article').waitFor({ state: 'detached' })
}

type Fetched = () => readonly { readonly file: string; readonly bytes: number }[]

async function choosesFormat(page: Page, format: 'JPEG' | 'PDF'): Promise<void> {
  await page.locator('summary', { hasText: 'Options' }).click()
  await page.getByText(format, { exact: true }).click()
}

/** At full window size, the screen-size picture is enough. */
async function enlarges(page: Page, fetched: Fetched): Promise<Locator> {
  await page.getByRole('button', { name: 'Image Recadrée, agrandir' }).click()
  const window = page.getByRole('dialog', { name: 'Image Recadrée' })
  await see(window.getByRole('img'))
  const screens = fetched().filter(({ file }) => file === 'screen.webp')
  expect(screens).toHaveLength(1)
  expect(screens[0]!.bytes).toBeLessThanOrEqual(screenBytesMax)
  expect(fetched()).toHaveLength(3)
  return window
}

/** At a low zoom the screen-size picture has all the detail; beyond that the file itself loads, once. */
async function zooms(page: Page, window: Locator, fetched: Fetched): Promise<void> {
  await page.keyboard.press('+')
  await window.getByText('150 %').waitFor()
  expect(fetched()).toHaveLength(3)
  for (let step = 0; step < 4; step++) await page.keyboard.press('+')
  await window.getByText('Chargement en pleine résolution…').waitFor()
  await window.getByText('Chargement en pleine résolution…').waitFor({ state: 'detached' })
  await page.keyboard.press('0')
  for (let step = 0; step < 5; step++) await page.keyboard.press('+')
  const files = fetched().filter(({ file }) => file === 'warped.jpg')
  expect(files).toHaveLength(1)
  await page.keyboard.press('Escape')
}

/** In the comparison, the photo comes from this tab and the result from what was already fetched. */
async function comparesAndDownloads(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Comparer/ }).click()
  for (const picture of [0, 1]) await see(page.getByRole('dialog').getByRole('img').nth(picture))
  await page.keyboard.press('Escape')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'TELECHARGER lettre.jpg' }).click(),
  ])
  expect((await readFile(await saved.path())).subarray(6, 10).toString()).toBe('JFIF')
}

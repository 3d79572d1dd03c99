import { PDFDocument } from '@cantoo/pdf-lib'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import jszip from 'jszip'
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../test/axe-faults.ts'
import { bareTable } from '../test/bare-table.ts'
import { dropFiles } from '../test/drop-files.ts'
import type { DroppedFile } from '../test/drop-files.ts'
import { tabTo } from '../test/tab-to.ts'
import { dragFinger } from '../test/touch.ts'

const settled = { timeout: 110_000 }
const tiles = (page: Page) => page.locator('[data-sheet] article')
const handle = (page: Page, name: string) => page.getByRole('button', { name: `déplacer ${name}` })
const picture = (page: Page, name: string) => page.getByRole('button', { name: `Ouvrir ${name}` })
const order = async (page: Page) => (await page.locator('[data-sheet] h3').allTextContents()).join(' ')
const said = (page: Page) => page.getByRole('status').filter({ hasText: /place/i })

describe.skipIf(missingBrowser !== null)('the contact sheet', () => {
  let product: Product
  let letter: Uint8Array
  let receipt: Uint8Array

  beforeAll(async () => {
    product = await startProduct()
    const scene = { background: 'wood', coverage: 0.5 } as const
    letter = (await photographDocument({ ...scene, seed: 1, page: 'letter' })).jpeg
    receipt = (await photographDocument({ ...scene, seed: 2, page: 'receipt' })).jpeg
  })
  afterAll(() => product.stop())

  /** Eight files: a and c are letters, b is a receipt, the others are bare tables. */
  const eight = async (): Promise<readonly DroppedFile[]> => {
    const table = await bareTable('')
    return ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => {
      const bytes = name === 'b' ? receipt : name < 'd' ? letter : table.bytes
      return { name: `${name}.jpg`, type: 'image/jpeg', bytes }
    })
  }

  test('C-03 C-05 C-06 C-07 C-08 C-09 C-10 K-13: eight files are a sheet, arranged by mouse and keys; the order outlives a reload and is that of the PDF and the zip', async () => {
    const files = await eight()
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', files.slice(0, 5))
      await page.getByRole('heading', { name: '5 fichiers' }).waitFor()
      expect(await tiles(page).count()).toBe(0)
      await dropFiles(page, '[data-drop-zone]', files.slice(5))
      await expect.poll(() => tiles(page).count()).toBe(8)
      const whileBusy = await layoutAt(page, [1440, 1024])
      const done = page.locator('[data-sheet] [data-status]').filter({ hasText: /Terminé|Aucun bord/ })
      await expect.poll(() => done.count(), settled).toBe(8)
      // Progress and actions that come and go move nothing, and no width adds a line.
      expect(await layoutAt(page, [1440, 1024])).toEqual(whileBusy)
      expect(new Set(whileBusy).size).toBe(1)
      expect(await axeFaults(page)).toEqual([])
      await showsEachFile(page, files)

      await dragByMouse(page, picture(page, 'a.jpg'), picture(page, 'c.jpg'))
      await expect.poll(() => order(page)).toMatch(/^b.jpg c.jpg a.jpg d.jpg/)
      expect(await page.getByRole('dialog').count()).toBe(0)
      await movesByKeys(page)
      await opensTile(page)
      await page.reload()
      await expect.poll(() => order(page)).toBe('c.jpg b.jpg a.jpg d.jpg e.jpg f.jpg g.jpg h.jpg')
      await savesInOrder(page)
      await isListToo(page)
      await turnsOne(page)
      await losesOne(page)
    })
  })

  test('a finger drags a tile by its number, or takes it by staying, and otherwise scrolls', async () => {
    const table = await bareTable('')
    const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => ({ ...table, name: `${name}.jpg` }))
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto('/camscan')
        await dropFiles(page, '[data-drop-zone]', files)
        // By the filter's count, because only tiles near the window are rendered.
        const filter = page.locator('[data-toolbar] label').filter({ hasText: 'À vérifier' })
        await expect.poll(() => filter.innerText(), settled).toMatch(/8$/)
        await inOneBar(page)
        await tiles(page).first().scrollIntoViewIfNeeded()
        const right = await gapBetween(tiles(page).nth(0), tiles(page).nth(1))
        await dragFinger(page, handle(page, 'a.jpg'), { past: [0, 0], by: [right.x, right.y] })
        await expect.poll(() => order(page)).toMatch(/^b.jpg a.jpg c.jpg/)

        const scrolled = () => page.evaluate(() => window.scrollY)
        const before = await scrolled()
        await dragFinger(page, picture(page, 'c.jpg'), { past: [0, 0], by: [0, -200] })
        await expect.poll(scrolled).toBeGreaterThan(before + 50)
        expect(await order(page)).toMatch(/^b.jpg a.jpg c.jpg/)

        await page.evaluate(() => window.scrollTo(0, 0))
        await tiles(page).first().scrollIntoViewIfNeeded()
        const still = await scrolled()
        await dragFinger(page, picture(page, 'b.jpg'), { past: [0, 0], by: [right.x, right.y], staysMs: 500 })
        await expect.poll(() => order(page)).toMatch(/^a.jpg b.jpg c.jpg/)
        expect(await scrolled()).toBe(still)
        expect(await page.getByRole('dialog').count()).toBe(0)

        await picture(page, 'a.jpg').tap()
        await page.getByRole('dialog', { name: 'a.jpg' }).waitFor()
        await page.goBack()
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await tiles(page).first().waitFor()
      },
      { phone: true },
    )
  })
})

/** The toolbar's height and the vertical centres of its controls at each window width. */
async function layoutAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const layouts: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    layouts.push(
      await page.locator('[data-toolbar]').evaluate((toolbar) => {
        const { top, height } = toolbar.getBoundingClientRect()
        const controls = [...toolbar.querySelectorAll('h2, fieldset, button:not([hidden] *)')]
        const rows = controls.map((control) => {
          const box = control.getBoundingClientRect()
          return box.right > window.innerWidth ? 'cut' : Math.round((box.top + box.bottom) / 2 - top)
        })
        return `${height} ${[...new Set(rows)].join()}`
      }),
    )
  }
  return layouts
}

/** C-05, C-06: what every tile shows without being opened. */
async function showsEachFile(page: Page, files: readonly DroppedFile[]): Promise<void> {
  for (const { name, bytes } of files) {
    const tile = page.getByRole('article', { name })
    const size = `${(bytes.length / 1000).toFixed(1).replace('.', ',')} KB`
    await tile.getByText(size).waitFor()
    await tile.locator('[data-status]').waitFor()
  }
  expect(await page.getByRole('button', { name: /^TELECHARGER [abc].jpg/ }).count()).toBe(3)
}

async function dragByMouse(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 8 })
  await said(page).filter({ hasText: 'Place 3 sur 8' }).waitFor()
  await page.mouse.up()
}

/** Reorders by keyboard and checks the announcements. */
async function movesByKeys(page: Page): Promise<void> {
  await tabTo(page, /^2 sur 8, déplacer c.jpg$/)
  await page.keyboard.press('Space')
  await said(page)
    .filter({ hasText: /c.jpg\s: saisi, place 2 sur 8/ })
    .waitFor()
  await page.keyboard.press('End')
  await said(page).filter({ hasText: 'Place 8 sur 8' }).waitFor()
  await page.keyboard.press('Escape')
  await said(page)
    .filter({ hasText: /remis à la place 2/ })
    .waitFor()
  expect(await order(page)).toMatch(/^b.jpg c.jpg a.jpg/)
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await said(page)
    .filter({ hasText: /c.jpg\s: posé à la place 1 sur 8/ })
    .waitFor()
  await expect.poll(() => order(page)).toMatch(/^c.jpg b.jpg a.jpg/)
  // The focus stays on the moved tile.
  await page.locator('[aria-label="1 sur 8, déplacer c.jpg"]:focus').waitFor()
}

/** C-07 to C-10: the opened tile shows both previews and the API section. */
async function opensTile(page: Page): Promise<void> {
  await picture(page, 'b.jpg').click()
  const opened = page.getByRole('dialog', { name: 'b.jpg' })
  await opened.getByRole('button', { name: 'Zone Detectée, agrandir' }).waitFor()
  await opened.getByRole('button', { name: 'API, réponses brutes de b.jpg' }).click()
  expect(await opened.locator('[data-badge]').allInnerTexts()).toEqual(['OK', 'OK', 'OK'])
  expect(await axeFaults(page)).toEqual([])
  await opened.getByRole('button', { name: 'Image Recadrée, agrandir' }).click()
  const enlarged = page.getByRole('dialog', { name: 'Image Recadrée' })
  await enlarged.getByRole('img').first().waitFor()
  await page.goBack()
  await enlarged.waitFor({ state: 'detached' })
  await opened.getByText('b.jpg').first().waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const table = page.getByRole('dialog', { name: 'd.jpg' })
  await table.getByText('Non disponible').waitFor()
  await page.goBack()
  await table.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/camscan')
}

async function savesInOrder(page: Page): Promise<void> {
  const pdf = await saved(page, page.getByRole('button', { name: 'Réunir en un PDF' }))
  const pages = (await PDFDocument.load(await readFile(await pdf.path()))).getPages()
  const ratios = pages.map((one) => one.getHeight() / one.getWidth())
  // The receipt, by far the longest page, is second.
  expect(ratios).toHaveLength(3)
  expect(ratios.indexOf(Math.max(...ratios))).toBe(1)
  const dossier = page.getByRole('dialog', { name: /^PDF de 3\spages$/ })
  expect(await dossier.getByRole('listitem').allInnerTexts()).toContain('d.jpg · Aucun bord détecté')
  await page.keyboard.press('Escape')
  const all = await saved(page, page.getByRole('button', { name: 'Télécharger tout' }))
  expect(await namesIn(all)).toEqual(['c_recadree.png', 'b_recadree.png', 'a_recadree.png'])
  const told = page.getByRole('dialog', { name: /^Le ZIP contient 3\spages sur 8$/ })
  await told.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Exporter' }).click()
  const each = await saved(page, page.getByRole('button', { name: 'Un PDF par fichier, en ZIP' }))
  expect(each.suggestedFilename()).toBe('documents_equerre.zip')
  expect(await namesIn(each)).toEqual(['c_recadree.pdf', 'b_recadree.pdf', 'a_recadree.pdf'])
  await told.getByRole('button', { name: 'OK' }).click()
}

async function isListToo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Voir en liste' }).click()
  expect((await page.locator('[data-jobs] h3').allTextContents()).slice(0, 3)).toEqual([
    'c.jpg',
    'b.jpg',
    'a.jpg',
  ])
  await page.getByRole('button', { name: 'Voir en planche' }).click()
  await expect.poll(() => tiles(page).count()).toBe(8)
}

async function turnsOne(page: Page): Promise<void> {
  const size = () =>
    page
      .getByRole('article', { name: 'c.jpg' })
      .locator('img')
      .evaluate((img) => {
        const { width, height } = img.getBoundingClientRect()
        return width > height
      })
  expect(await size()).toBe(false)
  await page.getByRole('button', { name: /^Tourner c.jpg/ }).click()
  await expect.poll(size).toBe(true)
}

async function losesOne(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Supprimer h.jpg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect.poll(() => order(page)).toBe('c.jpg b.jpg a.jpg d.jpg e.jpg f.jpg g.jpg')
}

/** On a phone, title, zone and options fit into one bar and no control is cut off. */
async function inOneBar(page: Page): Promise<void> {
  const toolbar = await page.locator('[data-toolbar]').boundingBox()
  expect(toolbar?.y).toBeLessThan(64 + 80)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const cut = await page
      .locator('[data-toolbar] label > span, [data-toolbar] button, [data-phone-bar] button')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getClientRects().length > 0)
          .filter((one) => {
            const { left, right } = one.getBoundingClientRect()
            return left < 0 || right > window.innerWidth || one.scrollWidth > one.clientWidth + 1
          })
          .map((one) => one.textContent),
      )
    expect(cut, `at ${width} px`).toEqual([])
  }
}

async function saved(page: Page, press: Locator): Promise<Download> {
  // A PDF is there once its pages have been read, one after another.
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120_000 }), press.click()])
  return download
}

async function namesIn(download: Download): Promise<string[]> {
  return Object.keys((await jszip.loadAsync(await readFile(await download.path()))).files)
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('nothing to press')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function gapBetween(one: Locator, other: Locator): Promise<{ x: number; y: number }> {
  const [from, to] = [await middleOf(one), await middleOf(other)]
  return { x: to.x - from.x, y: to.y - from.y }
}

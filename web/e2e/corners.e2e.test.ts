import { PDFDocument } from '@cantoo/pdf-lib'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { bareTable } from '../test/bare-table.ts'
import { dropFiles } from '../test/drop-files.ts'
import { tabTo } from '../test/tab-to.ts'

const settled = { timeout: 90_000 }
const photo = async (seed: number) =>
  (await photographDocument({ seed, background: 'wood', page: 'letter', coverage: 0.5 })).jpeg
const card = (page: Page, name: string) => page.getByRole('article', { name })
const editor = (page: Page, name: 'Corriger la zone' | 'À vérifier') => page.getByRole('dialog', { name })
/** The options sent with the next rectify. */
const nextOptions = async (page: Page): Promise<Record<string, unknown>> => {
  const request = await page.waitForRequest((sent) => sent.url().endsWith('/detourage/rectify'))
  return JSON.parse(/\{.*\}/.exec(request.postData() ?? '')?.[0] ?? '{}') as Record<string, unknown>
}

describe.skipIf(missingBrowser !== null)('« Corriger la zone »', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  const visit = (work: (page: Page) => Promise<void>) =>
    inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await seeBalance(page, 10)
      await work(page)
    })

  test('C-02 G07 G12 G31 V-06: the whole job by keyboard alone, including a free correction', async () => {
    const buffer = await photo(1)
    await visit(async (page) => {
      // Registered before the keys: otherwise the browser opens a native picker first.
      const opened = page.waitForEvent('filechooser')
      await tabTo(page, /^Choisir des fichiers$/)
      await page.keyboard.press('Enter')
      const chooser = await opened
      const first = nextOptions(page)
      await chooser.setFiles({ name: 'lettre.jpg', mimeType: 'image/jpeg', buffer })
      expect(await first).toMatchObject({ relighting: false, dpi: 300 })
      await card(page, 'lettre.jpg')
        .getByText(/Terminé|À vérifier/)
        .waitFor(settled)
      await seeBalance(page, 9)
      const trace = card(page, 'lettre.jpg').locator('[data-trace] path').last()
      const zone = await trace.getAttribute('d')
      await tabTo(page, /^Corriger la zone de lettre.jpg$/)
      await page.keyboard.press('Enter')
      await editor(page, 'Corriger la zone')
        .getByRole('button', { name: /^Appliquer gratuit/ })
        .waitFor()
      await tabTo(page, /^Coin bas droit/)
      await page.keyboard.press('Shift+ArrowUp')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Shift+ArrowUp')
      const second = nextOptions(page)
      await page.keyboard.press('Enter')
      expect(await second).toMatchObject({ corners: expect.any(Array), paper: 'auto', dpi: 300 })
      await card(page, 'lettre.jpg').getByText('Terminé').waitFor(settled)
      await expect.poll(() => trace.getAttribute('d')).not.toBe(zone)
      await seeBalance(page, 9)
      await tabTo(page, /^TELECHARGER lettre.jpg$/)
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
      expect(download.suggestedFilename()).toBe('lettre_equerre.png')
      await tabTo(page, /^Supprimer lettre.jpg$/)
      await page.keyboard.press('Enter')
      await tabTo(page, /^Supprimer$/)
      await page.keyboard.press('Enter')
      await page.getByText('Aucun fichier pour le moment').waitFor()
    })
  })

  test('G07 G12: corners are placed by hand when nothing was found, an invalid zone is refused, one credit is shown and charged', async () => {
    const file = await bareTable('table.jpg', 5)
    await visit(async (page) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await dropFiles(page, '[data-drop-zone]', [file])
      await card(page, 'table.jpg').getByText('Aucun bord détecté').waitFor(settled)
      await seeBalance(page, 10)
      await page.getByRole('button', { name: 'Corriger la zone de table.jpg' }).click()
      const dialog = editor(page, 'Corriger la zone')
      const topLeft = dialog.getByRole('button', { name: /^Coin haut gauche, x / })
      expect(await topLeft.getAttribute('aria-label')).toMatch(/x 0,0\s% ?, y 0,0\s%/)
      // The page is turned, but this is still the corner at the photo's top left.
      await dialog.getByRole('button', { name: 'Pivoter d’un quart de tour' }).click()
      expect(await topLeft.getAttribute('aria-label')).toMatch(/x 0,0\s% ?, y 0,0\s%/)
      await dialog.getByRole('button', { name: 'Annuler la modification' }).click()
      expect(await axeFaults(page)).toEqual([])
      await dragFrom(page, topLeft, { past: [60, 50], by: [40, 30] })
      expect(await topLeft.getAttribute('aria-label')).not.toMatch(/x 0,0/)
      const placed = await topLeft.getAttribute('aria-label')
      await dragFrom(page, topLeft, { past: [0, 0], by: [400, 300] })
      await dialog
        .getByText('Les côtés se croiseraient : le coin reste à sa dernière place valable.')
        .waitFor()
      await dialog.getByRole('button', { name: 'Annuler la modification' }).click()
      expect(await topLeft.getAttribute('aria-label')).toBe(placed)
      // No two buttons go by one name, and what takes a move back is not called like what leaves.
      expect(await dialog.getByRole('button', { name: /annuler/i }).count()).toBe(1)
      await dialog.getByRole('button', { name: 'Quitter', exact: true }).click()
      await page.getByRole('dialog', { name: 'Abandonner les corrections ?' }).getByText('Annuler').click()
      await dialog.getByRole('button', { name: /^Appliquer 1\scrédit/ }).click()
      await card(page, 'table.jpg').getByText('Terminé').waitFor(settled)
      await page.getByAltText(/^Document recadré.*table\.jpg/).waitFor()
      await seeBalance(page, 9)
    })
  })

  test('G12: every page that needs a review is reviewed by keyboard, in light and dark', async () => {
    const files = [await bareTable('a.jpg', 5), await bareTable('b.jpg', 6), await bareTable('c.jpg', 9)]
    await visit(async (page) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await dropFiles(page, '[data-drop-zone]', files)
      await card(page, 'c.jpg').getByText('Aucun bord détecté').waitFor(settled)
      await tabTo(page, /^Vérifier 3 pages$/)
      await page.keyboard.press('Enter')
      const dialog = editor(page, 'À vérifier')
      await dialog.getByText('1 sur 3').waitFor()
      // There is no result to accept yet.
      await dialog.getByRole('button', { name: 'Laisser de côté' }).waitFor()
      expect(await dialog.getByRole('button', { name: 'Accepter tel quel' }).count()).toBe(0)
      expect(await axeFaults(page)).toEqual([])
      await page.keyboard.press('j')
      await dialog.getByText('2 sur 3').waitFor()
      await page.keyboard.press('k')
      await dialog.getByText('1 sur 3').waitFor()
      await page.keyboard.press('a')
      await dialog.getByText('2 sur 3').waitFor()
      await dialog.getByText('b.jpg').waitFor()
      await page.keyboard.press('f')
      await page.keyboard.press('Enter')
      await dialog.getByText('3 sur 3').waitFor()
      // Untouched: Enter accepts and costs nothing.
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      // The button that opened it is gone: the focus must not be lost.
      await page.locator('h2:focus').waitFor()
      await card(page, 'b.jpg').getByText('Terminé').waitFor(settled)
      await seeBalance(page, 9)
      expect(await page.getByRole('button', { name: /^Vérifier/ }).count()).toBe(0)
    })
  })

  test('M-02 G12 G27: the focus survives a question, a deleted card, a page left out and a download', async () => {
    const files = [await bareTable('a.jpg', 5), await bareTable('b.jpg', 6), await bareTable('c.jpg', 9)]
    await visit(async (page) => {
      const focused = (selector: string) => page.locator(`${selector}:focus`).waitFor()
      await dropFiles(page, '[data-drop-zone]', files)
      await card(page, 'c.jpg').getByText('Aucun bord détecté').waitFor(settled)
      await tabTo(page, /^Corriger la zone de b.jpg$/)
      await page.keyboard.press('Enter')
      await focused('[data-handle="corner-0"]')
      // There and back is no change: nothing is asked. After a change, Escape asks, then dismisses the question.
      await page.keyboard.press(']')
      await page.keyboard.press('[')
      await page.keyboard.press('Escape')
      await focused('[aria-label="Corriger la zone de b.jpg"]')
      await page.keyboard.press('Enter')
      await focused('[data-handle="corner-0"]')
      await page.keyboard.press(']')
      for (const place of ['dialog dialog button', '[data-handle="corner-0"]', 'dialog dialog button']) {
        await page.keyboard.press('Escape')
        await focused(place)
      }
      await tabTo(page, /^Abandonner$/)
      await page.keyboard.press('Enter')
      await focused('[aria-label="Corriger la zone de b.jpg"]')
      // « Annuler » has the focus: a stray key press deletes nothing.
      await tabTo(page, /^Supprimer b.jpg$/)
      for (const key of ['Enter', 'Enter', 'Enter']) await page.keyboard.press(key)
      await tabTo(page, /^Supprimer$/)
      await page.keyboard.press('Enter')
      await expect.poll(() => card(page, 'b.jpg').count()).toBe(0)
      expect(await card(page, 'c.jpg').evaluate((article) => article === document.activeElement)).toBe(true)
      await page.getByRole('button', { name: 'Corriger la zone de a.jpg' }).click()
      await page.keyboard.press('f')
      await editor(page, 'Corriger la zone')
        .getByRole('button', { name: /^Appliquer/ })
        .click()
      await focused('article')
      await page.getByRole('button', { name: 'TELECHARGER a.jpg' }).waitFor(settled)
      await tabTo(page, /^TELECHARGER a.jpg$/)
      await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
      await focused('[aria-label="TELECHARGER a.jpg"]')
      await tabTo(page, /^Nettoyer$/)
      await page.keyboard.press('Enter')
      await tabTo(page, /^Supprimer$/)
      await page.keyboard.press('Enter')
      await page.getByText('Aucun fichier pour le moment').waitFor()
      await focused('[data-drop-zone] button')
    })
  })

  test('G32 S-03 G10: chosen options are sent with every rectify and remembered, and two cards are processed at once', async () => {
    const bytes = await photo(2)
    await visit(async (page) => {
      await page.getByText('Options').click()
      for (const choice of ['150 dpi', 'JPEG', '2 à la fois'])
        await page.getByText(choice, { exact: true }).click()
      await tabTo(page, /^AutomatiqueA4/)
      await page.keyboard.press('ArrowDown')
      await page.getByLabel('Corriger l’éclairage').check()
      const options = nextOptions(page)
      await dropFiles(
        page,
        '[data-drop-zone]',
        ['a.jpg', 'b.jpg'].map((name) => ({ name, type: 'image/jpeg', bytes })),
      )
      await page.waitForFunction(() => document.querySelectorAll('article[aria-busy="true"]').length === 2)
      expect(await options).toEqual({
        relighting: true,
        dpi: 150,
        format: 'jpeg',
        paper: 'a4',
        filter: 'color',
      })
      await card(page, 'b.jpg')
        .getByText(/Terminé|À vérifier/)
        .waitFor(settled)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'TELECHARGER b.jpg' }).click(settled),
      ])
      expect(download.suggestedFilename()).toBe('b_equerre.jpg')
      await joinsFinishedPages(page)
      await page.reload()
      await page.getByText('150 dpi, éclairage corrigé, JPEG, A4, traitement accéléré').waitFor()
    })
  })
})

/** Pages without a result are listed beside the PDF that is made without them. */
async function joinsFinishedPages(page: Page): Promise<void> {
  await dropFiles(page, '[data-drop-zone]', [await bareTable('table.jpg')])
  await card(page, 'table.jpg').getByText('Aucun bord détecté').waitFor(settled)
  const [saved] = await Promise.all([
    page.waitForEvent('download', settled),
    page.getByRole('button', { name: 'Réunir en un PDF', exact: true }).click(),
  ])
  const dossier = page.getByRole('dialog', { name: /^PDF de 2\spages$/ })
  await dossier.getByRole('listitem').filter({ hasText: 'table.jpg · Aucun bord détecté' }).waitFor()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dossier.waitFor({ state: 'detached' })
  const pdf = await PDFDocument.load(await readFile(await saved.path()))
  expect(pdf.getPageCount()).toBe(2)
}

type Drag = {
  /** Start of the press relative to the middle of the handle; any position works. */
  readonly past: readonly [number, number]
  readonly by: readonly [number, number]
}

async function dragFrom(page: Page, handle: ReturnType<Page['locator']>, { past, by }: Drag): Promise<void> {
  const box = await handle.boundingBox()
  if (box === null) throw new Error('the handle is nowhere')
  const x = box.x + box.width / 2 + past[0]
  const y = box.y + box.height / 2 + past[1]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by[0], y + by[1], { steps: 4 })
  await page.mouse.up()
}

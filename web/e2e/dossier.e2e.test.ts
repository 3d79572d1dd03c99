import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import type { PDFPage } from '@cantoo/pdf-lib'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { digitalPdf, photographDocument, scanFlat } from '@equerre/testkit/pictures'
import { joinPdfs, pdfOfPicture } from '@equerre/testkit/pictures/pdfs'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../test/axe-faults.ts'
import { dropFiles } from '../test/drop-files.ts'

/** As many as show it; thirty make no difference but in time. */
const photos = 3
const pressesMax = 4
const settled = { timeout: 110_000 + photos * 10_000 }
const dossier = (page: Page) => page.getByRole('dialog', { name: /^PDF de \d+\spages?$/ })
const join = (page: Page) => page.getByRole('button', { name: 'Réunir en un PDF', exact: true })

describe.skipIf(missingBrowser !== null)('the dossier', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ env: { GUEST_CREDITS: '60' } })
  })
  afterAll(() => product.stop())

  test(
    'on a phone, photographs become one searchable PDF in the right order with few presses',
    { timeout: settled.timeout + 60_000 },
    async () => {
      const files = await photographs(photos)
      await inBrowser(
        product.url,
        async (page) => {
          await page.goto('/camscan')
          const opened = page.waitForEvent('filechooser')
          await page.getByRole('button', { name: 'Choisir des fichiers' }).tap()
          await countPresses(page)
          await (await opened).setFiles(files)
          const done = page.locator('[data-jobs] [data-status]').filter({ hasText: ended })
          await expect.poll(() => done.count(), settled).toBe(photos)
          const counted = dossier(page).getByText(`Lues : 0 sur ${photos} pages.`).waitFor()
          const saved = await pressToSave(page, join(page), true)
          await counted
          expect(await presses(page)).toBeLessThanOrEqual(pressesMax)
          const { pages } = await loadPdf(saved.path)
          const isReceipt = pages.map((one) => one.getHeight() > one.getWidth() * 1.8)
          expect(isReceipt).toEqual(files.map((_, index) => isLong(index)))
          const told = dossier(page)
          await told.getByText('Le texte s’y cherche et s’y copie.').waitFor()
          await told.getByText(/Gardé jusqu’au .* à \d+\sh\s\d\d/).waitFor()
          expect(await axeFaults(page)).toEqual([])
        },
        { phone: true },
      )
    },
  )

  test('the other ways to export are in sight at every width, however long the name of a file', async () => {
    const bytes = await digitalPdf({ pages: 2 })
    const name = 'dossier-de-location-appartement-rue-de-la-paix-2026-version-finale.pdf'
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [{ name, type: 'application/pdf', bytes }])
      await page.getByRole('button', { name: 'Toutes' }).click(settled)
      await page.getByRole('button', { name: /^Traiter 2\spages/ }).click()
      for (const at of ['Page 1', 'Page 2']) await card(page, at).getByText(ended).waitFor(settled)
      for (const width of [390, 720, 900, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await page.getByRole('button', { name: 'Exporter' }).click()
        const first = page.getByRole('button', { name: 'PDF, avec des options' })
        await first.waitFor()
        const menu = page.locator('[popover]', { has: first })
        const sideways = await menu.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        expect([width, sideways]).toEqual([width, 0])
        await first.click({ trial: true })
        await page.keyboard.press('Escape')
      }
    })
  })

  test('a PDF comes back whole, its digital page untouched; both sides of a card share a sheet; pages have names', async () => {
    const scan = await pdfOfPicture(
      await scanFlat({ seed: 21, page: 'receipt', longSide: 900 }),
      'under text that nobody sees',
    )
    const bytes = await joinPdfs([scan, await digitalPdf({ pages: 1 })])
    const sides = await Promise.all([31, 32].map((seed) => photographDocument({ ...cardScene, seed })))
    const lost = { expectedErrors: /net::ERR_FAILED|UnreachableError/ }
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto('/camscan')
        await dropFiles(page, '[data-drop-zone]', [{ name: 'bail.pdf', type: 'application/pdf', bytes }])
        await page.getByRole('button', { name: /^Traiter 1\spage/ }).click(settled)
        await card(page, 'Page 1').getByText(ended).waitFor(settled)

        // The digital page, which nobody chose, comes back with the other; a lost connection is tried again.
        await page.route('**/assemblies', (route) => route.abort(), { times: 1 })
        await page.getByRole('button', { name: 'Réunir en un PDF les pages de bail.pdf' }).click()
        await dossier(page).getByText('Connexion au service impossible.').waitFor()
        expect(await axeFaults(page)).toEqual([])
        const whole = await pressToSave(page, dossier(page).getByRole('button', { name: 'Réessayer' }))
        expect(whole.name).toBe('bail_equerre.pdf')
        const { pages } = await loadPdf(whole.path)
        expect(pages.map(({ node }) => resourcesOf(node, 'Font') > 0)).toEqual([true, true])
        expect(pages.map(({ node }) => resourcesOf(node, 'XObject') > 0)).toEqual([true, false])
        await page.keyboard.press('Escape')

        await card(page, 'Page 1').getByRole('button', { name: 'Renommer Page 1' }).click()
        await page.keyboard.type('Bail signé')
        await page.keyboard.press('Enter')
        await card(page, 'Bail signé').waitFor()
        const cards = sides.map(({ jpeg }, side) => ({
          name: `carte-${side}.jpg`,
          type: 'image/jpeg',
          bytes: jpeg,
        }))
        await dropFiles(page, '[data-drop-zone]', cards)
        for (const { name } of cards) await card(page, name).getByText(ended).waitFor(settled)
        // A few files are cards, and can be put in order all the same.
        await page.getByRole('button', { name: 'Planche' }).click()
        const ordered = page.locator('[data-sheet]')
        await ordered.getByRole('heading', { name: 'Bail signé', exact: true }).waitFor()
        await page.getByRole('button', { name: 'Liste' }).click()
        await page.getByRole('button', { name: 'Exporter' }).click()
        await page.getByRole('button', { name: 'PDF, avec des options' }).click()
        await dossier(page).getByLabel('Bail signé').uncheck()
        await dossier(page).getByText('Carte, recto verso').click()
        await dossier(page).getByLabel('Nom du PDF').fill('Ma carte')
        const sheet = await pressToSave(page, dossier(page).getByRole('button', { name: 'Créer le PDF' }))
        expect(sheet.name).toBe('Ma carte.pdf')
        const made = await loadPdf(sheet.path)
        expect(made.title).toBe('Ma carte')
        expect(made.pages.map((one) => Math.round(one.getHeight()))).toEqual([842])
      },
      lost,
    )
  })
})

const cardScene = { page: 'card', background: 'wood', coverage: 0.3 } as const
const ended = /^(Terminé|À vérifier)$/
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

/** Letters and receipts in an order that no other arrangement resembles: by the parity of the bits of their index. */
const isLong = (index: number) => index.toString(2).replaceAll('0', '').length % 2 === 1

async function photographs(count: number) {
  const kinds = ['letter', 'receipt'] as const
  const [letter, receipt] = await Promise.all(
    kinds.map((page, seed) =>
      photographDocument({ seed: seed + 1, page, background: 'wood', coverage: 0.5 }),
    ),
  )
  return Array.from({ length: count }, (_, index) => ({
    name: `photo-${String(index).padStart(2, '0')}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from((isLong(index) ? receipt : letter)!.jpeg),
  }))
}

/** Counts real presses from now on. */
async function countPresses(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset['presses'] = '0'
    const count = ({ isTrusted }: Event) => {
      const { dataset } = document.documentElement
      if (isTrusted) dataset['presses'] = String(Number(dataset['presses']) + 1)
    }
    document.addEventListener('click', count, true)
  })
}

async function presses(page: Page): Promise<number> {
  return Number(await page.locator('html').getAttribute('data-presses'))
}

async function pressToSave(page: Page, button: Locator, tap = false) {
  const [download] = await Promise.all([
    page.waitForEvent('download', settled),
    tap ? button.tap() : button.click(),
  ])
  return { name: download.suggestedFilename(), path: await download.path() }
}

async function loadPdf(path: string) {
  const pdf = await PDFDocument.load(await readFile(path))
  return { pages: pdf.getPages(), title: pdf.getTitle() }
}

/** How many fonts or pictures a page uses. */
function resourcesOf(node: PDFPage['node'], kind: 'Font' | 'XObject'): number {
  return node.Resources()?.lookupMaybe(PDFName.of(kind), PDFDict)?.keys().length ?? 0
}

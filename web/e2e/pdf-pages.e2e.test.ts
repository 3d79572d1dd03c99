import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { bitonalPdf, joinPdfs, pdfOfPicture } from '@equerre/testkit/pictures/pdfs'
import { digitalPdf, photographDocument, scanFlat } from '@equerre/testkit/pictures'
import { tiffOfPages } from '@equerre/testkit/pictures/tiffs'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'

const settled = { timeout: 90_000 }

describe.skipIf(missingBrowser !== null)('the pages of a file', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  test('G08: those of a PDF are cropped if they are photos; those kept whole say whether they are digital or scanned', async () => {
    const photo = await photographDocument({ seed: 1, page: 'letter', background: 'wood', coverage: 0.5 })
    const bytes = await joinPdfs([
      await pdfOfPicture(photo, 'fitted to A4 between bands of bare paper'),
      await pdfOfPicture(await scanFlat({ seed: 21, page: 'invoice' }), 'under text that nobody sees'),
      await bitonalPdf(await scanFlat({ seed: 22, page: 'letter' })),
      await digitalPdf({ pages: 1 }),
    ])
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      const opened = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choisir des fichiers' }).click()
      await (await opened).setFiles({ name: 'dossier.pdf', mimeType: 'application/pdf', buffer: bytes })
      const dialog = page.getByRole('dialog', { name: /Ce PDF contient 4/ })
      await dialog.getByText(/1\spage en texte numérique/).waitFor(settled)
      await dialog.getByRole('button', { name: 'Toutes' }).click()
      await dialog.getByRole('button', { name: /Traiter 4/ }).click()
      const card = (number: number) => page.getByRole('article', { name: `Page ${number}`, exact: true })
      for (const number of [1, 2, 3, 4])
        await card(number)
          .getByText(/^(Terminé|À vérifier)$/)
          .waitFor(settled)
      const said = async (number: number) =>
        (await card(number).locator('[data-message]').allInnerTexts()).join().replace(/\s/g, ' ')
      expect(await Promise.all([1, 2, 3, 4].map(said))).toEqual([
        '',
        'Déjà un scan : la page est gardée entière. 1 crédit débité.',
        expect.stringMatching(
          /^(Déjà un scan : la page|L’image était déjà droite : elle) est gardée entière\. 1 crédit débité\.$/,
        ),
        'Page numérique : elle est gardée telle quelle. 1 crédit débité.',
      ])
      expect(
        await card(1)
          .getByText(/redressé de/)
          .count(),
      ).toBe(1)
      const hasConfidence = async (number: number) => {
        await card(number)
          .getByRole('button', { name: /^Détails de/ })
          .click()
        return (await card(number).getByText('Confiance').count()) > 0
      }
      expect(await Promise.all([1, 4].map(hasConfidence))).toEqual([true, false])
      expect(await axeFaults(page)).toEqual([])
    })
  })

  test('G08: those of a TIFF are chosen like those of a PDF, with the price before; a damaged one costs nothing', async () => {
    const { jpeg: picture } = await scanFlat({ seed: 21, page: 'invoice', longSide: 600 })
    const pages = Array.from({ length: 12 }, (_, index) => ({ picture, damaged: index === 2 }))
    const file = { name: 'fax.tif', mimeType: 'image/tiff', buffer: await tiffOfPages(pages) }
    const work = async (page: Page) => {
      await page.goto('/camscan')
      await seeBalance(page, 10)
      const opened = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choisir des fichiers' }).click()
      await (await opened).setFiles(file)
      const dialog = page.getByRole('dialog', { name: /^Ce fichier contient 12\spages : 12\scrédits$/ })
      await dialog.getByRole('button', { name: 'Aucune' }).click()
      for (const number of [2, 3]) await dialog.getByText(String(number), { exact: true }).click()
      await dialog.getByRole('button', { name: /Traiter 2\spages : 2\scrédits/ }).click()
      const card = (number: number) => page.getByRole('article', { name: `Page ${number}`, exact: true })
      await card(2)
        .getByText(/^(Terminé|À vérifier)$/)
        .waitFor(settled)
      await card(3)
        .getByText(/Aucun crédit débité/)
        .waitFor(settled)
      expect(await card(3).getByText(/abîmé/).count()).toBe(1)
      await seeBalance(page, 9)
      await page
        .getByText(/^Ce fichier contient 12\spages/)
        .first()
        .waitFor()
      expect(await axeFaults(page)).toEqual([])
    }
    await inBrowser(product.url, work, { expectedErrors: /422 \(Unprocessable Entity\)/ })
  })
})

import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { EventEmitter, once } from 'node:events'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { bareTable } from '../test/bare-table.ts'
import { dropFiles } from '../test/drop-files.ts'
import { holdBack } from '../test/hold-back.ts'

const settled = { timeout: 90_000 }

describe.skipIf(missingBrowser !== null)('a page whose calls fail or take long', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  const visit = (work: (page: Page) => Promise<void>, expectedErrors: RegExp) => {
    const begin = async (page: Page) => {
      await page.goto('/camscan')
      await seeBalance(page, 10)
      await work(page)
    }
    return inBrowser(product.url, begin, { expectedErrors })
  }

  test('M-04 V-04 E-11 E-05 E-06 G11 G21: shows a loader during the check, falls back on known data, and fails silently or visibly as specified', async () => {
    const { jpeg } = await photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 })
    const file = (name: string) => [{ name, type: 'image/jpeg', bytes: jpeg }]
    await visit(async (page) => {
      const finished = (name: string) =>
        page
          .getByRole('article', { name })
          .getByText(/Terminé|À vérifier/)
          .first()
          .waitFor(settled)

      await page.route('**/api/credits/me', (route) => route.abort())
      await dropFiles(page, '[data-drop-zone]', file('connu.jpg'))
      await finished('connu.jpg')
      await page.unroute('**/api/credits/me')

      const checked = new EventEmitter()
      await page.route('**/api/credits/me', async (route) => {
        await once(checked, 'go')
        await route.continue()
      })
      const detected = new EventEmitter()
      await page.route('**/detourage/detect', async (route) => {
        await once(detected, 'go')
        await route.continue()
      })
      await dropFiles(page, '[data-drop-zone]', file('attendu.jpg'))
      await page.getByText('Analyse du fichier et vérification des crédits...').waitFor()
      checked.emit('go')
      const waiting = page.getByRole('article', { name: 'attendu.jpg' })
      await waiting.getByRole('button', { name: /^API, réponses brutes/ }).click()
      await waiting.locator('[data-badge=ok]').first().waitFor()
      expect(await waiting.locator('[data-badge=todo]').count()).toBe(2)
      expect(await waiting.locator('[data-badge=error]').count()).toBe(0)
      detected.emit('go')
      await finished('attendu.jpg')

      await page.route('**/detourage/artifacts/**', (route) => route.abort())
      const download = waiting.getByRole('button', { name: /^TELECHARGER/ })
      await download.click()
      await expect.poll(() => download.isEnabled()).toBe(true)
      expect(await page.getByRole('alertdialog').count()).toBe(0)
      await page.getByRole('button', { name: 'Télécharger tout' }).click()
      await page
        .getByRole('alertdialog')
        .getByText('Une erreur est survenue lors de la création du ZIP.')
        .waitFor()
    }, /ERR_FAILED|UnreachableError/)
  })

  test.each([
    {
      lang: 'fr',
      address: '/camscan',
      press: 'TELECHARGER facture.jpg',
      status: 'Fichier effacé',
      text: /Ce fichier n’est plus sur nos serveurs\s:/,
    },
    {
      lang: 'en',
      address: '/en/camscan',
      press: 'DOWNLOAD facture.jpg',
      status: 'File erased',
      text: /This file is no longer on our servers:/,
    },
  ])(
    'E-06 G21: a card whose file was deleted in another tab says so when its result is asked for, in $lang',
    async ({ address, press, status, text }) => {
      const { jpeg } = await photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 })
      await visit(async (page) => {
        await dropFiles(page, '[data-drop-zone]', [{ name: 'facture.jpg', type: 'image/jpeg', bytes: jpeg }])
        await page.getByRole('button', { name: 'TELECHARGER facture.jpg' }).waitFor(settled)
        const other = await page.context().newPage()
        await other.goto(address)
        const card = other.getByRole('article', { name: 'facture.jpg' })
        const download = card.getByRole('button', { name: press })
        await download.waitFor()
        const erased = page.waitForResponse((response) => response.request().method() === 'DELETE')
        await page.getByRole('button', { name: 'Supprimer facture.jpg' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click()
        await erased

        const thrown: string[] = []
        other.on('pageerror', ({ message }) => thrown.push(message))
        await download.click()
        await card.getByText(status, { exact: true }).waitFor()
        await card.getByText(text).waitFor()
        await other.getByRole('status').getByText(status).waitFor()
        expect(
          await card.getByRole('button', { name: /TELECHARGER|DOWNLOAD|Réessayer|Try again/ }).count(),
        ).toBe(0)
        expect(await other.getByRole('alertdialog').count()).toBe(0)
        await expect.poll(() => card.evaluate((one) => one === document.activeElement)).toBe(true)
        expect(thrown).toEqual([])
        expect(await axeFaults(other)).toEqual([])
        // Nothing brings it back.
        await other.reload()
        await other.locator('[data-drop-zone]').waitFor()
        expect(await card.count()).toBe(0)
      }, /404 \(Not Found\)/)
    },
  )

  test('G29 G02: a card whose guest went with the cookies says so at once, and nothing is asked of the service for it', async () => {
    const { jpeg } = await photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 })
    await visit(async (page) => {
      await dropFiles(page, '[data-drop-zone]', [{ name: 'facture.jpg', type: 'image/jpeg', bytes: jpeg }])
      const card = page.getByRole('article', { name: 'facture.jpg' })
      await card.getByRole('button', { name: 'TELECHARGER facture.jpg' }).waitFor(settled)
      await page.context().clearCookies({ name: 'guest_key' })
      const asked: string[] = []
      page.on('request', (request) => request.url().includes('/detourage/') && asked.push(request.url()))
      await page.reload()
      await card.getByText('Fichier inaccessible', { exact: true }).waitFor()
      await card.getByText(/Les cookies de ce navigateur ont été effacés depuis l’envoi/).waitFor()
      await seeBalance(page, 10)
      expect(await card.getByRole('button', { name: /TELECHARGER|Réessayer|Corriger/ }).count()).toBe(0)
      expect(asked).toEqual([])
      expect(await axeFaults(page)).toEqual([])
      await dropFiles(page, '[data-jobs]', [{ name: 'facture.jpg', type: 'image/jpeg', bytes: jpeg }])
      await page.getByRole('button', { name: 'TELECHARGER facture.jpg' }).waitFor(settled)
    }, /404 \(Not Found\)/)
  })

  test('E-06: a dialog leaves with the page that it shows, and its opener opens it again', async () => {
    const { jpeg } = await photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 })
    const file = (name: string) => ({ name, type: 'image/jpeg', bytes: jpeg })
    await visit(async (page) => {
      await dropFiles(page, '[data-drop-zone]', [file('un.jpg')])
      await page.getByRole('button', { name: 'TELECHARGER un.jpg' }).waitFor(settled)
      await dropFiles(page, '[data-jobs]', [file('deux.jpg')])
      await page.getByRole('button', { name: 'TELECHARGER deux.jpg' }).waitFor(settled)
      const compare = page.getByRole('article', { name: 'un.jpg' }).getByRole('button', { name: /^Comparer/ })
      await compare.click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('1 / 2').waitFor()
      await dialog.getByRole('button', { name: 'Document suivant' }).click()
      const download = dialog.getByRole('button', { name: 'TELECHARGER deux.jpg' })
      await download.waitFor()
      await page.route('**/artifacts/**', (route) => route.fulfill({ status: 404, body: '{}' }))
      await download.click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('article', { name: 'deux.jpg' }).getByText('Fichier effacé').waitFor()
      await page.unroute('**/artifacts/**')
      await compare.click()
      await dialog.getByRole('button', { name: 'TELECHARGER un.jpg' }).waitFor()
    }, /404 \(Not Found\)/)
  })

  test('S-02 M-04: a missing script is reported, and the rest of the page stays', async () => {
    await visit(async (page) => {
      await dropFiles(page, '[data-drop-zone]', [await bareTable('table.jpg')])
      const correct = page.getByRole('button', { name: 'Corriger la zone de table.jpg' })
      await correct.waitFor(settled)
      await page.route('**/assets/**', (route) => route.abort())
      await correct.click()
      const alert = page.getByRole('alertdialog')
      await alert.getByText('Cette partie de la page n’a pas pu être chargée.').waitFor()
      await alert.getByRole('button', { name: 'OK' }).click()
      await page.getByRole('article', { name: 'table.jpg' }).waitFor()
      await page.getByRole('link', { name: 'PRIX' }).first().click()
      const reload = page.getByRole('button', { name: 'Recharger la page' })
      // Not before the script was asked for in vain.
      await reload.waitFor()
      await page.unroute('**/assets/**')
      await reload.click()
      await page.getByRole('heading', { level: 1, name: 'Un carré, une image.' }).waitFor()
    }, /ERR_FAILED|dynamically imported|Unable to preload/)
  })

  test('G26 G29 S-02: offline, a card waits instead of failing, and the work of two tabs survives a reload', async () => {
    await visit(async (page) => {
      const other = await page.context().newPage()
      await other.goto('/camscan')
      await seeBalance(other, 10)
      const letDetect = await holdBack(page, '**/detourage/detect')
      await dropFiles(page, '[data-drop-zone]', [await bareTable('table.jpg')])
      const card = page.getByRole('article', { name: 'table.jpg' })
      await card.getByText('Détection…').waitFor(settled)
      await page.context().setOffline(true)
      letDetect()
      const banner = page.getByText('Vous êtes hors ligne.')
      await banner.waitFor()
      expect(await page.getByRole('button', { name: 'Choisir des fichiers' }).isEnabled()).toBe(true)
      expect(await card.getByRole('button', { name: 'Supprimer table.jpg' }).isEnabled()).toBe(true)
      await page.context().setOffline(false)
      await banner.waitFor({ state: 'detached' })
      await card.getByText('Aucun bord détecté').waitFor(settled)

      await dropFiles(other, '[data-drop-zone]', [await bareTable('autre.jpg')])
      await other.getByRole('article', { name: 'autre.jpg' }).getByText('Aucun bord détecté').waitFor(settled)
      await page.reload()
      await page.getByRole('article', { name: 'autre.jpg' }).waitFor()
      await card.waitFor()
    }, /ERR_INTERNET_DISCONNECTED/)
  })
})

import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareTable } from '../test/bare-table.ts'
import { dropFiles, layFiles, layFolder, startDrag } from '../test/drop-files.ts'
import { pastePicture } from '../test/paste-picture.ts'

const settled = { timeout: 90_000 }
const names = (page: Page) => page.locator('article h3')
const overlay = (page: Page) => page.locator('[data-drop-overlay]')
const alert = (page: Page) => page.getByRole('alertdialog')
const text = { name: 'notes.txt', bytes: Buffer.from('bonjour') }

/** Real files, carried by the browser's own drag: what falls goes where a hand's would. */
describe.skipIf(missingBrowser !== null)('dropping', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  const visit = (work: (page: Page) => Promise<void>, expectedErrors?: RegExp) =>
    inBrowser(
      product.url,
      async (page) => {
        await page.goto('/camscan')
        await work(page)
        // What nobody takes, the browser opens in the page's place.
        expect(page.url()).toBe(`${product.url}/camscan`)
      },
      expectedErrors && { expectedErrors },
    )

  test('C-01: files are taken wherever they fall: on the zone, elsewhere, beside other cards, over a dialog', async () => {
    const table = await bareTable('')
    await visit(async (page) => {
      await dropFiles(page, '[data-drop-zone]', [{ ...table, name: 'zone.jpg' }])
      await page.getByRole('article').getByText('Aucun bord détecté').waitFor(settled)
      expect(await overlay(page).count()).toBe(0)
      await dropFiles(page, 'footer', [{ ...table, name: 'pied.jpg' }])
      await page.getByRole('article', { name: 'pied.jpg' }).waitFor()
      await dropFiles(page, 'article', [
        { ...table, name: 'b.jpg' },
        { ...table, name: 'a.jpg' },
      ])
      await page.getByRole('article', { name: 'a.jpg' }).waitFor()
      await page.getByRole('button', { name: 'Supprimer zone.jpg' }).click()
      await page.getByRole('dialog').waitFor()
      await dropFiles(page, 'dialog', [{ ...table, name: 'dialogue.jpg' }])
      await page.getByRole('article', { name: 'dialogue.jpg' }).waitFor()
      expect(await names(page).allTextContents()).toEqual([
        'zone.jpg',
        'pied.jpg',
        'b.jpg',
        'a.jpg',
        'dialogue.jpg',
      ])
      expect(await overlay(page).count()).toBe(0)
    })
  })

  test.each(['/', '/api', '/pricing', '/login', '/confidentialite', '/nulle-part', '/docs/'])(
    'C-01: a file that falls on %s is refused, and the page stays',
    async (address) => {
      const table = await bareTable('table.jpg')
      await inBrowser(
        product.url,
        async (page) => {
          await page.goto(address)
          await page.evaluate(() => (document.documentElement.dataset['seen'] = 'yes'))
          for (const target of ['h1', 'footer']) {
            if ((await page.locator(target).count()) === 0) continue
            await dropFiles(page, target, [table])
            // Asked of the document itself: another one would not know.
            expect(await page.locator('html').getAttribute('data-seen')).toBe('yes')
          }
          await page.reload()
          expect(page.url()).toBe(`${product.url}${address}`)
          expect(page.context().pages()).toHaveLength(1)
        },
        { expectedErrors: /404 \(Not Found\)/ },
      )
    },
  )

  test('C-01: a drag that pauses, leaves and comes back is followed, and its drop is taken', async () => {
    const table = await bareTable('table.jpg')
    await visit(async (page) => {
      const drag = await startDrag(page, { paths: layFiles(page, [table, text]) })
      await drag.over('[data-drop-zone]')
      await page.getByText(/Déposer 2\sfichiers/).waitFor()
      // Nobody tells of it any more, as when it ends outside.
      await overlay(page).waitFor({ state: 'detached' })
      await drag.over('h1')
      await overlay(page).waitFor()
      await drag.leave()
      await overlay(page).waitFor({ state: 'detached' })
      await drag.over('main ol')
      await overlay(page).waitFor()
      await drag.drop()
      await page.getByRole('article', { name: 'table.jpg' }).waitFor()
      await page.getByText('1 fichier refusé').waitFor()
      await page.getByText('notes.txt').waitFor()
      expect(await overlay(page).count()).toBe(0)
    })
  })

  test('C-01: the files of a folder come by name, without what systems leave there', async () => {
    const { bytes } = await bareTable('')
    await visit(async (page) => {
      const files = ['page 10.jpg', 'page 2.jpg', 'page 1.jpg', 'annexe/page 1.jpg', '.DS_Store', 'Thumbs.db']
      const folder = layFolder(
        page,
        'dossier',
        files.map((name) => ({ name, bytes })),
      )
      const [single = ''] = layFiles(page, [{ name: 'seule.jpg', bytes }])
      const drag = await startDrag(page, { paths: [folder, single] })
      await drag.over('[data-drop-zone]')
      await drag.drop()
      await page.getByRole('article', { name: 'seule.jpg' }).waitFor()
      expect(await names(page).allTextContents()).toEqual([
        'page 1.jpg',
        'page 1.jpg',
        'page 2.jpg',
        'page 10.jpg',
        'seule.jpg',
      ])
    })
  })

  test('C-01 E-08 G15: a drop that holds no file says so: an empty folder, a text', async () => {
    await visit(async (page) => {
      const empty = await startDrag(page, { paths: [layFolder(page, 'vide', [])] })
      await empty.over('[data-drop-zone]')
      await empty.drop()
      await alert(page).getByText('Aucun fichier détecté.').waitFor()
      await alert(page).getByRole('button', { name: 'OK' }).click()
      const words = await startDrag(page, { text: 'bonjour' })
      await words.over('h1')
      expect(await overlay(page).count()).toBe(0)
      await words.drop()
      await alert(page).getByText('Aucun fichier détecté.').waitFor()
    })
  })

  test('C-01 G26: without a network what is dropped or pasted is refused aloud, and the page stays', async () => {
    const table = await bareTable('table.jpg')
    await visit(async (page) => {
      // Alive: a page that is not yet does not hear the network go.
      await page.getByTitle('Invité (non connecté)').getByText('10').first().waitFor()
      await page.context().setOffline(true)
      await page.getByText('Vous êtes hors ligne.').first().waitFor()
      // The session that carries files leaves the network cut and lets the browser believe that there is one.
      const away = alert(page).getByText(/Vous êtes hors ligne|Service momentanément indisponible/)
      await dropFiles(page, '[data-drop-zone]', [table])
      await away.waitFor()
      await alert(page).getByRole('button', { name: 'OK' }).click()
      await pastePicture(page, table.bytes)
      await away.waitFor()
      expect(await names(page).count()).toBe(0)
    }, /ERR_INTERNET_DISCONNECTED/)
  })

  test('C-01: a picture of the page, carried over the page, is no file to add', async () => {
    await visit(async (page) => {
      const picture = page.locator('img[src*=vignette]').first()
      await picture.scrollIntoViewIfNeeded()
      await picture.dragTo(page.locator('h1'))
      expect(await overlay(page).count()).toBe(0)
      expect(await alert(page).count()).toBe(0)
      expect(await names(page).count()).toBe(0)
      // And the next files are taken as ever.
      await dropFiles(page, '[data-drop-zone]', [await bareTable('table.jpg')])
      await page.getByRole('article', { name: 'table.jpg' }).waitFor()
    })
  })
})

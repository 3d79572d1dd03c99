import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
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

/** Drops real files with the browser's own drag, so that they land where a user's would. */
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
        // The browser opens an unhandled file in place of the page.
        expect(page.url()).toBe(`${product.url}/camscan`)
      },
      expectedErrors && { expectedErrors },
    )

  test('C-01: files are accepted wherever they are dropped: on the zone, elsewhere, beside other cards, over a dialog', async () => {
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

  test.each([
    '/',
    '/api',
    '/pricing',
    '/login',
    '/confidentialite',
    '/nulle-part',
    '/docs/',
    '/docs/changelog/',
  ])('C-01: a file dropped on %s is refused, and the page stays', async (address) => {
    const table = await bareTable('table.jpg')
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto(address)
        await page.evaluate(() => (document.documentElement.dataset['seen'] = 'yes'))
        // The home page's heading is on its hero, which takes files.
        for (const target of address === '/' ? ['h2', 'footer'] : ['h1', 'footer']) {
          if ((await page.locator(target).count()) === 0) continue
          await dropFiles(page, target, [table])
          // The mark shows that this is still the same document.
          expect(await page.locator('html').getAttribute('data-seen')).toBe('yes')
        }
        await page.reload()
        expect(page.url()).toBe(`${product.url}${address}`)
        expect(page.context().pages()).toHaveLength(1)
      },
      { expectedErrors: /404 \(Not Found\)/ },
    )
  })

  test('C-01 H-01: files dropped on the home page’s hero are on the desk, in their order', async () => {
    const table = await bareTable('')
    await inBrowser(product.url, async (page) => {
      await page.goto('/')
      await page.getByTitle('Invité (non connecté)').getByText('10').first().waitFor()
      await page.evaluate(() => (document.documentElement.dataset['seen'] = 'yes'))
      const paths = layFiles(page, [{ ...table, name: 'b.jpg' }, text, { ...table, name: 'a.jpg' }])
      const drag = await startDrag(page, { paths })
      await drag.over('h1')
      await page.getByText(/^Déposer 3\sfichiers$/).waitFor()
      await drag.over('footer')
      await overlay(page).waitFor({ state: 'detached' })
      await drag.over('[data-hero] input[type=range]')
      await overlay(page).waitFor()
      await drag.drop()
      await page.getByRole('article', { name: 'a.jpg' }).getByText('Aucun bord détecté').waitFor(settled)
      expect(await names(page).allTextContents()).toEqual(['b.jpg', 'a.jpg'])
      await page.getByText('1 fichier refusé').waitFor()
      expect(new URL(page.url()).pathname).toBe('/camscan')
      expect(await overlay(page).count()).toBe(0)
      // The same document all along, and going back adds nothing again.
      expect(await page.locator('html').getAttribute('data-seen')).toBe('yes')
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: 'Équerre' }).waitFor()
      await page.goForward()
      await page.getByRole('article', { name: 'a.jpg' }).waitFor()
      expect(await names(page).count()).toBe(2)
    })
  })

  test('C-01 H-01: one press on the home page leads to the first result', async () => {
    const { jpeg } = await photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 })
    await inBrowser(product.url, async (page) => {
      await page.goto('/')
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Choisir des fichiers' }).click(),
      ])
      await chooser.setFiles({ name: 'facture.jpg', mimeType: 'image/jpeg', buffer: jpeg })
      const card = page.getByRole('article', { name: 'facture.jpg' })
      await card.getByRole('button', { name: /TELECHARGER/ }).waitFor(settled)
    })
  })

  test('C-01 H-01: a text or the page’s own picture dragged onto the hero leads nowhere', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/')
      await page.getByTitle('Invité (non connecté)').getByText('10').first().waitFor()
      const words = await startDrag(page, { text: 'bonjour' })
      await words.over('h1')
      expect(await overlay(page).count()).toBe(0)
      await words.drop()
      const picture = page.locator('[data-hero] img').first()
      // Its corner: the drawing lies over the middle.
      await picture.dragTo(page.locator('h1'), { sourcePosition: { x: 8, y: 8 } })
      expect(await overlay(page).count()).toBe(0)
      expect(page.url()).toBe(`${product.url}/`)
    })
  })

  test('C-01: a drag that pauses, leaves and returns is tracked, and its drop is accepted', async () => {
    const table = await bareTable('table.jpg')
    await visit(async (page) => {
      const drag = await startDrag(page, { paths: layFiles(page, [table, text]) })
      await drag.over('[data-drop-zone]')
      await page.getByText(/Déposer 2\sfichiers/).waitFor()
      // No more events, as when the drag ends outside the window.
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

  test('C-01: the files of a folder are sorted by name, without operating system files', async () => {
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

  test('C-01 E-08 G15: a drop without files, such as an empty folder or a text, is reported', async () => {
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

  test('C-01 H-01: the home page, which cannot open the desk offline, promises nothing for what is dropped on it', async () => {
    const table = await bareTable('table.jpg')
    const work = async (page: Page) => {
      await page.goto('/')
      await page.getByTitle('Invité (non connecté)').getByText('10').first().waitFor()
      await page.context().setOffline(true)
      await page.getByText('Vous êtes hors ligne.').waitFor()
      await dropFiles(page, '[data-hero] h1', [table])
      await alert(page)
        .getByText(/vos fichiers n’ont pas été ajoutés/)
        .waitFor()
    }
    await inBrowser(product.url, work, { expectedErrors: /ERR_INTERNET_DISCONNECTED/ })
  })

  test('C-01 G26: offline, what is dropped, pasted or chosen waits on the desk, and is sent once the connection is back', async () => {
    const table = await bareTable('table.jpg')
    await visit(async (page) => {
      // Wait for hydration: before it, the page does not notice going offline.
      await page.getByTitle('Invité (non connecté)').getByText('10').first().waitFor()
      await page.context().setOffline(true)
      const banner = page.getByText('Vous êtes hors ligne.').first()
      await banner.waitFor()
      await dropFiles(page, '[data-drop-zone]', [table])
      await page.getByRole('article', { name: 'table.jpg' }).waitFor()
      await pastePicture(page, table.bytes)
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choisir des fichiers' }).click()
      await (
        await chooser
      ).setFiles({ name: 'choisi.jpg', mimeType: table.type, buffer: Buffer.from(table.bytes) })
      await page.getByRole('article', { name: 'choisi.jpg' }).waitFor()
      expect(await names(page).count()).toBe(3)
      expect(await page.getByRole('article').getByText('En file d’attente').count()).toBe(3)
      expect(await alert(page).count()).toBe(0)
      await page.context().setOffline(false)
      await expect
        .poll(() => page.getByRole('article').getByText('Aucun bord détecté').count(), settled)
        .toBe(3)
    }, /ERR_INTERNET_DISCONNECTED/)
  })

  test('C-01 G26: a network that leads nowhere starts no card; once the service answers, all of them', async () => {
    const table = await bareTable('table.jpg')
    await visit(async (page) => {
      await page.getByTitle('Invité (non connecté)').getByText('10').first().waitFor()
      await page.context().setOffline(true)
      await page.getByText('Vous êtes hors ligne.').first().waitFor()
      await dropFiles(page, '[data-drop-zone]', [table])
      const card = page.getByRole('article', { name: 'table.jpg' })
      await card.waitFor()
      await page.route('**/api/**', (route) => route.abort())
      await page.context().setOffline(false)
      await page.getByText('Service momentanément indisponible.').first().waitFor()
      await card.getByText('En file d’attente').waitFor()
      await page.unroute('**/api/**')
      await card.getByText('Aucun bord détecté').waitFor(settled)
    }, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  })

  test('C-01 G26: while the service is down, drops and pastes are refused with a message, and the page stays', async () => {
    const table = await bareTable('table.jpg')
    await visit(async (page) => {
      await page.route('**/api/healthz', (route) => route.abort())
      await page.reload()
      const away = alert(page).getByText('Service momentanément indisponible.')
      await page.getByText('Service momentanément indisponible.').waitFor()
      await dropFiles(page, '[data-drop-zone]', [table])
      await away.waitFor()
      await alert(page).getByRole('button', { name: 'OK' }).click()
      await pastePicture(page, table.bytes)
      await away.waitFor()
      expect(await names(page).count()).toBe(0)
    }, /ERR_FAILED/)
  })

  test('C-01: a picture dragged from the page onto the page adds no file', async () => {
    await visit(async (page) => {
      const picture = page.locator('img[src*=vignette]').first()
      await picture.scrollIntoViewIfNeeded()
      await picture.dragTo(page.locator('h1'))
      expect(await overlay(page).count()).toBe(0)
      expect(await alert(page).count()).toBe(0)
      expect(await names(page).count()).toBe(0)
      // Later drops still work.
      await dropFiles(page, '[data-drop-zone]', [await bareTable('table.jpg')])
      await page.getByRole('article', { name: 'table.jpg' }).waitFor()
    })
  })
})

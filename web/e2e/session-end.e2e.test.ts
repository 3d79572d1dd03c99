import { connect } from '@equerre/local/servers/databases'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance, signInAs, type Newcomer } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { filesKept } from '../test/browser-storage.ts'
import { dropFiles } from '../test/drop-files.ts'
import { holdBack } from '../test/hold-back.ts'

const settled = { timeout: 90_000 }
const news = /Votre session a pris fin/
/** The Google stand-in has no favicon. */
const expectedErrors = /401 \(Unauthorized\)|404 \(Not Found\)/

describe.skipIf(missingBrowser !== null)('a session that ends', () => {
  let product: Product
  let jpeg: Uint8Array
  beforeAll(async () => {
    product = await startProduct()
    jpeg = (await photographDocument({ seed: 21, width: 800, height: 600, coverage: 0.5 })).jpeg
  })
  afterAll(() => product.stop())

  const visit = (person: Newcomer, work: (page: Page) => Promise<void>) =>
    inBrowser(
      product.url,
      async (page) => {
        await page.goto('/login?next=/camscan')
        await seeBalance(page, 10)
        await signInAs(page, person)
        await page.waitForURL('**/camscan')
        await page.getByTitle('Compte connecté').waitFor()
        await work(page)
      },
      { expectedErrors },
    )
  const drop = (page: Page, ...names: string[]) =>
    dropFiles(
      page,
      'main',
      names.map((name) => ({ name, type: 'image/jpeg', bytes: jpeg })),
    )
  const done = (page: Page, name: string) =>
    page
      .getByRole('article', { name })
      .getByText(/Terminé|À vérifier/)
      .waitFor(settled)
  const endSessions = async () => {
    await using admin = await connect(product.database.urls.admin)
    await admin.query('delete from auth.sessions')
  }

  const ends: readonly [how: string, end: (page: Page) => Promise<void>][] = [
    ['was ended on the server', endSessions],
    [
      'has expired in the browser',
      async (page) => {
        for (const name of ['session', 'signed-in']) await page.context().clearCookies({ name })
      },
    ],
  ]
  test.each(ends)(
    'S-13 G04 C-01: whose session %s is told so, spends nothing as a guest, and finds all files after signing in again',
    async (how, end) => {
      const person = {
        name: 'Andrée',
        email: `andree-${ends.findIndex(([one]) => one === how)}@exemple.test`,
      }
      await visit(person, async (page) => {
        await drop(page, 'a.jpg')
        await done(page, 'a.jpg')
        await seeBalance(page, 9)
        await end(page)
        const uploads: string[] = []
        page.on('request', (request) => request.url().endsWith('/ingest') && uploads.push(request.url()))
        await drop(page, 'b.jpg', 'c.jpg', 'd.jpg')
        const alert = page.getByRole('alert').getByText(news)
        await alert.waitFor()
        await page.getByTitle('Invité (non connecté)').waitFor()
        await page.getByText('Aucun fichier pour le moment').waitFor()
        await seeBalance(page, 0)
        expect(uploads).toEqual([])
        // The loader of the check stays long enough to be read; nothing comes after it.
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
        expect(await page.getByText("Vous n'avez plus de crédits.").count()).toBe(0)
        expect(await axeFaults(page)).toEqual([])
        await page.reload()
        await alert.waitFor()

        await page.getByRole('alert').getByRole('link', { name: 'Se connecter' }).click()
        await signInAs(page, person)
        await page.waitForURL('**/camscan')
        for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']) await done(page, name)
        await seeBalance(page, 6)
        expect(await alert.count()).toBe(0)
      })
    },
  )

  test('S-13 G07: a card at work goes on where it was, and nothing is paid twice', async () => {
    const person = { name: 'Béa', email: 'bea@exemple.test' }
    await visit(person, async (page) => {
      const letDetect = await holdBack(page, '**/detourage/detect')
      await drop(page, 'a.jpg', 'b.jpg')
      await page.getByRole('article', { name: 'a.jpg' }).getByText('Détection…').waitFor(settled)
      await endSessions()
      letDetect()
      await page.getByRole('alert').getByText(news).waitFor()
      await page.getByRole('alert').getByRole('link', { name: 'Se connecter' }).click()
      await signInAs(page, person)
      for (const name of ['a.jpg', 'b.jpg']) await done(page, name)
      await seeBalance(page, 8)
    })
  })

  test('S-13 L-05: no dialog of the desk stays over it', async () => {
    await visit({ name: 'Éli', email: 'eli@exemple.test' }, async (page) => {
      await drop(page, 'a.jpg')
      await done(page, 'a.jpg')
      await page.getByRole('button', { name: 'Exporter' }).click()
      await page.getByRole('button', { name: 'PDF, avec des options' }).click()
      const create = page.getByRole('dialog').getByRole('button', { name: 'Créer le PDF' })
      await create.waitFor()
      await endSessions()
      await create.click()
      await page.getByRole('alert').getByText(news).waitFor()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    })
  })

  test('AC-04 S-13: it is said once, and neither of a sign-out nor to whoever has read it', async () => {
    await visit({ name: 'Chloé', email: 'chloe@exemple.test' }, async (page) => {
      await page.goto('/account')
      await page.getByRole('button', { name: 'Supprimer mon compte' }).click()
      await endSessions()
      await page.getByRole('button', { name: 'Supprimer définitivement' }).click()
      await page.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
      const alert = page.getByRole('alert').getByText(news)
      await alert.waitFor()
      expect(await page.getByRole('alertdialog').count()).toBe(0)
      await page.getByRole('button', { name: 'Fermer' }).click()
      await alert.waitFor({ state: 'detached' })

      await signInAs(page, { name: 'Chloé', email: 'chloe@exemple.test' })
      const signOut = page.getByRole('button', { name: 'Déconnexion' })
      await signOut.waitFor()
      const told: string[] = []
      await page.exposeFunction('tellText', (text: string) => told.push(text))
      // Until the page reloads: a flash would be seen too.
      await page.evaluate(() => {
        const { tellText } = window as unknown as { tellText: (text: string) => void }
        new MutationObserver(() => tellText(document.body.innerText)).observe(document.body, {
          subtree: true,
          childList: true,
        })
      })
      await endSessions()
      await signOut.click()
      await page.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(told.filter((text) => news.test(text))).toEqual([])
      expect(await alert.count()).toBe(0)
      expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'session' }))
    })
  })

  test('L-06 S-13: another tab that signs out ends no session by surprise, and keeps no file', async () => {
    await visit({ name: 'Dan', email: 'dan@exemple.test' }, async (page) => {
      await holdBack(page, '**/detourage/ingest')
      await drop(page, 'a.jpg')
      await expect.poll(() => filesKept(page)).toBe(1)
      const other = await page.context().newPage()
      await other.goto('/account')
      await other.getByRole('button', { name: 'Déconnexion' }).click()
      await other.getByRole('heading', { name: 'Connexion', level: 1 }).waitFor()
      await page.getByTitle('Invité (non connecté)').waitFor()
      expect(await page.getByText(news).count()).toBe(0)
      expect(await filesKept(page)).toBe(0)
    })
  })
})

import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { digitalPdf, photographDocument } from '@equerre/testkit/pictures'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAs, seeBalance } from '../test/accounts.ts'
import { ageKept, filesKept, storedIn } from '../test/browser-storage.ts'
import { holdBack } from '../test/hold-back.ts'

/** The stand-ins have no favicon; leaving a page aborts its requests. */
const expectedErrors = /404 \(Not Found\)|ERR_FAILED|ERR_ABORTED/
const settled = { timeout: 90_000 }
const names = ['a.jpg', 'b.jpg', 'c.jpg']

describe.skipIf(missingBrowser !== null)('unsent files', () => {
  let product: Product
  let jpeg: Uint8Array

  beforeAll(async () => {
    product = await startProduct({ env: { GUEST_CREDITS: '2', FREE_TOPUP_CREDITS: '3' } })
    jpeg = (await photographDocument({ seed: 21, width: 800, height: 600, coverage: 0.5 })).jpeg
  })
  afterAll(() => product.stop())

  const visit = (work: (page: Page) => Promise<void>, { quotaBytes }: { quotaBytes?: number } = {}) =>
    inBrowser(
      product.url,
      async (page) => {
        const cdp = await page.context().newCDPSession(page)
        // Before the first visit: the browser caches the quota for a while.
        if (quotaBytes !== undefined)
          await cdp.send('Storage.overrideQuotaForOrigin', { origin: product.url, quotaSize: quotaBytes })
        await page.goto('/camscan')
        await seeBalance(page, 2)
        await work(page)
      },
      { expectedErrors },
    )

  /** Uses the browser's own file picker. */
  const choose = async (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const opened = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choisir des fichiers' }).click()
    await (await opened).setFiles(files)
  }
  const pick = (page: Page, files: readonly string[]) =>
    choose(
      page,
      files.map((name) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) })),
    )
  const cards = (page: Page) => page.locator('article h3').allTextContents()
  const statuses = (page: Page) => page.locator('article [data-status]').allTextContents()
  const partial = (page: Page) => page.getByRole('dialog', { name: /^3\sfichiers, 2\scrédits$/ })
  const paywall = (page: Page) => page.getByRole('dialog', { name: /il en manque 1/ })
  const recharge = async (page: Page) => {
    await partial(page).getByRole('button', { name: 'Recharger' }).click()
    await paywall(page)
      .getByText(/Vos 3\sfichiers sont gardés/)
      .waitFor()
  }
  const allDone = (page: Page, files: number) =>
    expect
      .poll(() => statuses(page), settled)
      .toEqual(Array(files).fill(expect.stringMatching(/Terminé|À vérifier/)))
  /** The idempotency keys of the page's uploads so far, updated live. */
  const uploadKeys = (page: Page) => {
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/detourage/ingest')) keys.push(request.headers()['idempotency-key'])
    })
    return keys
  }

  test('C-01: a file chosen while earlier cards are still loading becomes one card and is processed', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/camscan')
      const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg) }
      // Not by the button: its file chooser would open after the cards have loaded.
      await page.locator('input[type=file]').first().setInputFiles(file)
      await allDone(page, 1)
      expect(await cards(page)).toEqual(['a.jpg'])
    })
  })

  test('G33 G06 G04 M-01: a guest goes back, signs in, cancels a payment and pays, and each time finds all cards, which resume', async () => {
    await visit(async (page) => {
      await pick(page, names)
      await recharge(page)
      await paywall(page).getByRole('button', { name: '+3 crédits gratuits' }).waitFor()
      await paywall(page).getByRole('link', { name: "S'inscrire" }).click()
      await page.waitForURL('**/register')
      await page.goBack()
      await expect.poll(() => cards(page)).toEqual(names)
      await page.goForward()
      await signInAs(page, { name: 'Zoé', email: 'zoe@exemple.test' })
      await page.waitForURL('**/camscan')

      for (const way of ['Annuler', 'Payer']) {
        await partial(page).waitFor()
        expect(await cards(page)).toEqual(names)
        await recharge(page)
        await paywall(page).getByRole('link', { name: 'Recharger mes crédits' }).click()
        await page.getByRole('button', { name: /Acheter 100\scrédits/ }).click()
        const [link, button] = [
          page.getByRole('link', { name: way }),
          page.getByRole('button', { name: /Payer 5/ }),
        ]
        await (way === 'Payer' ? button : link).click()
        await page.waitForURL(/\/camscan/)
      }
      await page.getByText(/Paiement reçu\s: 100\scrédits ajoutés/).waitFor(settled)
      await allDone(page, 3)
      expect(await cards(page)).toEqual(names)
      await seeBalance(page, 99)
      expect(await filesKept(page)).toBe(0)
    })
  })

  test('G29 S-03: a reload and a crash during a batch lose no card, and nothing is sent or paid twice', async () => {
    await visit(async (page) => {
      const letDetect = await holdBack(page, '**/detourage/detect')
      await pick(page, ['un.jpg', 'deux.jpg'])
      await page.getByRole('article', { name: 'un.jpg' }).getByText('Détection…').waitFor(settled)
      await page.reload()
      await expect.poll(() => statuses(page)).toEqual(['Détection…', 'En file d’attente'])
      letDetect()
      await holdBack(page, '**/detourage/ingest')
      const [first, crashed] = [uploadKeys(page), page.waitForEvent('crash')]
      await page.getByRole('article', { name: 'deux.jpg' }).getByText('Envoi…').waitFor(settled)
      const cdp = await page.context().newCDPSession(page)
      void cdp.send('Page.crash').catch(() => {})
      await crashed

      const again = await page.context().newPage()
      const second = uploadKeys(again)
      await again.goto('/camscan')
      await allDone(again, 2)
      expect(await cards(again)).toEqual(['un.jpg', 'deux.jpg'])
      expect(second).toEqual(first)
      await seeBalance(again, 0)
      expect(await filesKept(again)).toBe(0)
    })
  })

  test('G08: chosen PDF pages survive a reload, an open choice is asked again, and cancelling it leaves no empty card', async () => {
    const pdf = { name: 'contrat.pdf', mimeType: 'application/pdf', buffer: await digitalPdf({ pages: 3 }) }
    await visit(async (page) => {
      const picker = page.getByRole('dialog', { name: /Ce PDF contient 3\spages/ })
      await holdBack(page, '**/detourage/detect')
      await choose(page, [pdf])
      await picker.waitFor(settled)
      await page.reload()
      await picker.waitFor()
      await page.keyboard.press('Escape')
      await picker.waitFor({ state: 'detached' })
      expect(await cards(page)).toEqual(['contrat.pdf'])
      await page.getByRole('button', { name: 'Choisir les pages de contrat.pdf' }).click()
      await picker.getByText('2', { exact: true }).click()
      await picker.getByRole('button', { name: /Traiter 1\spage/ }).click()
      const pages = () => page.locator('[role=group] article [data-status]').allTextContents()
      const chosen = ['Page non traitée', 'Détection…', 'Page non traitée']
      await expect.poll(pages).toEqual(chosen)
      await page.reload()
      await expect.poll(pages).toEqual(chosen)
    })
  })

  test('G29: two tabs do not send a file twice, and end with the same cards', async () => {
    await visit(async (page) => {
      const letIngest = await holdBack(page, '**/detourage/ingest')
      const mine = uploadKeys(page)
      await pick(page, ['ici.jpg', 'puis.jpg'])
      await page.getByRole('article', { name: 'ici.jpg' }).getByText('Envoi…').waitFor()
      const other = await page.context().newPage()
      const theirs = uploadKeys(other)
      await other.goto('/camscan')
      await expect.poll(() => statuses(other)).toEqual(['En file d’attente', 'En file d’attente'])
      letIngest()
      await allDone(page, 2)
      await allDone(other, 2)
      expect(new Set([...mine, ...theirs]).size).toBe(2)
      expect(mine.length + theirs.length).toBe(2)
      await seeBalance(other, 0)
    })
  })

  test('S-12: another account sees no cards, and a sign-out leaves nothing behind', async () => {
    await visit(async (page) => {
      await pick(page, names)
      await recharge(page)
      await paywall(page).getByRole('link', { name: 'Se connecter' }).click()
      await signInAs(page, { name: 'Ana', email: 'ana@exemple.test' })
      await partial(page).waitFor()
      expect(await filesKept(page)).toBe(3)

      // The session ends without a sign-out.
      await page.context().clearCookies()
      await page.goto('/login?next=/camscan')
      await signInAs(page, { name: 'Bob', email: 'bob@exemple.test' })
      await page.getByText('Aucun fichier pour le moment').waitFor()
      await expect.poll(() => filesKept(page)).toBe(0)

      await pick(page, names)
      await recharge(page)
      await page.goto('/account')
      const left = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Déconnexion' }).click()
      await left
      expect(await storedIn(page)).toEqual([])
    })
  })

  test('an account’s files are listed on another device, open there free of charge, and can be erased', async () => {
    const ida = { name: 'Ida', email: 'ida@exemple.test' }
    await visit(async (page) => {
      await page.goto('/login?next=/camscan')
      await signInAs(page, ida)
      await page.getByRole('button', { name: 'Mes fichiers (24 h)' }).waitFor()
      await pick(page, ['bail.jpg'])
      await allDone(page, 1)
    })
    await inBrowser(
      product.url,
      async (page) => {
        const files = page.getByRole('dialog', { name: 'Mes fichiers (24 h)' })
        await page.goto('/login?next=/account')
        await signInAs(page, ida)
        await page.getByRole('link', { name: 'Mes fichiers (24 h)' }).click()
        await files.getByText('Page redressée').waitFor()
        await files.locator('img').waitFor()
        await files.getByRole('button', { name: 'Ouvrir bail.jpg' }).click()
        await allDone(page, 1)
        const balance = await page.locator('[data-balance]').textContent()

        const saved = page.waitForEvent('download')
        await page.getByRole('button', { name: 'TELECHARGER bail.jpg' }).click()
        expect((await saved).suggestedFilename()).toMatch(/^bail.*png$/)
        await page.getByRole('button', { name: 'Corriger la zone de bail.jpg' }).click()
        await page.getByRole('button', { name: /^Coin bas droit/ }).press('Shift+ArrowUp')
        await page.getByRole('button', { name: /^Appliquer.*gratuit/ }).click()
        await allDone(page, 1)
        expect(await page.locator('[data-balance]').textContent()).toBe(balance)

        await page.getByRole('button', { name: 'Mes fichiers (24 h)' }).click()
        await files.getByText('Déjà ici').waitFor()
        await files.getByText('bail.jpg', { exact: true }).waitFor()
        await files.getByRole('button', { name: 'Supprimer bail.jpg' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Supprimer', exact: true }).click()
        await files.getByText('Aucun fichier ces dernières 24 heures').waitFor()
        expect(await cards(page)).toEqual([])
      },
      { expectedErrors },
    )
  })

  test('an unsent file is erased with its card, with all cards, and after a day, whichever page is opened', async () => {
    await visit(async (page) => {
      const confirm = page.getByRole('dialog').getByRole('button', { name: 'Supprimer' })
      await pick(page, names)
      await recharge(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Supprimer b.jpg' }).click()
      await confirm.click()
      await expect.poll(() => filesKept(page)).toBe(2)
      await page.getByRole('button', { name: 'Nettoyer' }).click()
      await confirm.click()
      await expect
        .poll(() => storedIn(page).then((all) => all.map(({ name }) => name)))
        .toEqual(['keyval-store'])

      await pick(page, names)
      await recharge(page)
      await ageKept(page, 24 * 3_600_000)
      await page.goto('/')
      await expect.poll(() => filesKept(page)).toBe(0)
      await page.goto('/camscan')
      await page.getByText('Aucun fichier pour le moment').waitFor()
    })
  })

  test('bytes are stored where a browser cannot store files, as in Safari’s private windows', async () => {
    await visit(async (page) => {
      await page.addInitScript(() => {
        const { put } = IDBObjectStore.prototype
        IDBObjectStore.prototype.put = function (value: unknown, key?: IDBValidKey) {
          if (value instanceof Blob)
            throw new DOMException('BlobURLs are not yet supported.', 'DataCloneError')
          return put.call(this, value, key)
        }
      })
      await page.reload()
      await pick(page, names)
      await recharge(page)
      await page.reload()
      await holdBack(page, '**/detourage/detect')
      await partial(page).getByRole('button', { name: 'Traiter les 2 premiers' }).click()
      await page.getByRole('article', { name: 'a.jpg' }).getByText('Détection…').waitFor(settled)
      expect(await filesKept(page)).toBe(2)
    })
  })

  test('without storage space, the page says that it must stay open, asks before it is left, and keeps working', async () => {
    await visit(
      async (page) => {
        await pick(page, names)
        await partial(page).getByRole('button', { name: 'Recharger' }).click()
        await paywall(page).waitFor()
        expect(await paywall(page).getByText(/gardé/).count()).toBe(0)
        await page.keyboard.press('Escape')
        await page.getByText(/^3\sfichiers n’ont pas pu être gardés dans ce navigateur/).waitFor()
        const asked = page.waitForEvent('dialog')
        await page.close({ runBeforeUnload: true })
        const dialog = await asked
        expect(dialog.type()).toBe('beforeunload')
        await dialog.dismiss()
        expect(await cards(page)).toEqual(names)
      },
      { quotaBytes: 1000 },
    )
  })
})

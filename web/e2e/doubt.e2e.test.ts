import type { Corners } from '@equerre/contract/detourage'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { photographInDoubt } from '@equerre/testkit/pictures/in-doubt'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { dropFiles } from '../test/drop-files.ts'
import { tabTo } from '../test/tab-to.ts'

const settled = { timeout: 90_000 }
const card = (page: Page, name: string) => page.getByRole('article', { name })
/** The corners sent with the next rectify. */
const nextCorners = async (page: Page): Promise<Corners> => {
  const request = await page.waitForRequest((sent) => sent.url().endsWith('/detourage/rectify'))
  const options = JSON.parse(/\{.*\}/.exec(request.postData() ?? '')?.[0] ?? '{}') as { corners: Corners }
  return options.corners
}

describe.skipIf(missingBrowser !== null)('a page in doubt', () => {
  let product: Product
  /** What its detection proposes. */
  let proposal: Corners
  let doubtful: Buffer

  beforeAll(async () => {
    product = await startProduct()
    const guest = await Client.guest(product.url)
    const { jpeg } = await photographInDoubt(async (picture) => {
      const { ingestion_id } = (await guest.ingest({ bytes: picture.jpeg, name: 'a.jpg' })).body
      const { reasons, corners } = (await guest.detect({ ingestion_id })).body
      proposal = corners
      return reasons.includes('uncertain')
    })
    doubtful = jpeg
  })
  afterAll(() => product.stop())

  /** A straightened letter, and pages in doubt, of which nothing was made. */
  const visit = (names: readonly string[], work: (page: Page) => Promise<void>) =>
    inBrowser(product.url, async (page) => {
      const letter = await photographDocument({ seed: 1, background: 'wood', page: 'letter', coverage: 0.5 })
      await page.goto('/camscan')
      await seeBalance(page, 10)
      await dropFiles(page, '[data-drop-zone]', [
        { name: 'lettre.jpg', type: 'image/jpeg', bytes: letter.jpeg },
        ...names.map((name) => ({ name, type: 'image/jpeg', bytes: doubtful })),
      ])
      for (const name of names) await card(page, name).getByText('À vérifier').waitFor(settled)
      await seeBalance(page, 9)
      await work(page)
    })

  test('G12: says why, shows the proposed zone, and is accepted as it is for one credit', async () => {
    await visit(['mystere.jpg'], async (page) => {
      const doubt = card(page, 'mystere.jpg')
      const message = doubt.locator('[data-message]')
      await message.getByText('Un document se devine, trop peu nettement pour couper.').waitFor()
      await message.getByText(/La zone proposée est en pointillé.*coûte 1\scrédit\./).waitFor()
      expect(await doubt.locator('[data-trace] path').count()).toBe(2)
      expect(await doubt.getByRole('button', { name: /^TELECHARGER/ }).count()).toBe(0)
      expect(await axeFaults(page)).toEqual([])
      const sent = nextCorners(page)
      await tabTo(page, /^Accepter tel quel 1 crédit, mystere.jpg$/)
      await page.keyboard.press('Enter')
      expect((await sent).flat().every((share) => share === 0 || share === 1)).toBe(true)
      await doubt.getByText('Terminé').waitFor(settled)
      await doubt.getByRole('button', { name: 'TELECHARGER mystere.jpg' }).waitFor()
      await seeBalance(page, 8)
    })
  })

  test('its proposed zone is where correcting begins', async () => {
    await visit(['mystere.jpg'], async (page) => {
      const sent = nextCorners(page)
      await page.getByRole('button', { name: 'Corriger la zone de mystere.jpg' }).click()
      await page.getByRole('button', { name: /^Appliquer 1 crédit/ }).click()
      for (const [index, [x, y]] of (await sent).entries()) {
        expect(x).toBeCloseTo(proposal[index]![0], 2)
        expect(y).toBeCloseTo(proposal[index]![1], 2)
      }
      await card(page, 'mystere.jpg').getByText('Terminé').waitFor(settled)
      await seeBalance(page, 8)
    })
  })

  test('K-13: is named among the pages that a ZIP and a PDF go without', async () => {
    await visit(['mystere.jpg', 'enigme.jpg'], async (page) => {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Télécharger tout' }).click()
      expect((await saved).suggestedFilename()).toBe('images_recadrees.zip')
      const told = page.getByRole('dialog', { name: /^Le ZIP contient 1\spage sur 3$/ })
      for (const name of ['mystere.jpg', 'enigme.jpg'])
        await told
          .getByRole('listitem')
          .filter({ hasText: `${name} · À vérifier` })
          .waitFor()
      expect(await axeFaults(page)).toEqual([])
      await told.getByRole('button', { name: 'OK' }).click()
      await told.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Réunir en un PDF', exact: true }).click()
      const dossier = page.getByRole('dialog', { name: /^PDF de 1\spage$/ })
      await dossier.getByRole('listitem').filter({ hasText: 'mystere.jpg · À vérifier' }).waitFor()
    })
  })
})

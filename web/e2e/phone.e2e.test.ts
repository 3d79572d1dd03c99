import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareTable } from '../test/bare-table.ts'
import { dropFiles } from '../test/drop-files.ts'
import { dragFinger } from '../test/touch.ts'

const settled = { timeout: 90_000 }
const card = (page: Page, name: string) => page.getByRole('article', { name })
const editor = (page: Page) => page.getByRole('dialog', { name: 'Corriger la zone' })
const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Équerre' })

describe.skipIf(missingBrowser !== null)('fingers and Back', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  test('C-02 G12: on a phone, photos are added one by one, and a corner follows the finger', async () => {
    const table = await bareTable('')
    const buffer = Buffer.from(table.bytes)
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto('/camscan')
        for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) {
          const opened = page.waitForEvent('filechooser')
          await page.getByRole('button', { name: 'Prendre une photo' }).tap()
          const chooser = await opened
          expect(await chooser.element().getAttribute('capture')).toBe('environment')
          await chooser.setFiles({ name, mimeType: table.type, buffer })
          await card(page, name).waitFor()
        }
        await expectAllInSight(page, '[data-phone-bar] button')
        await card(page, 'a.jpg').getByText('Aucun bord détecté').waitFor(settled)
        await page.getByRole('button', { name: 'Corriger la zone de a.jpg' }).tap()
        const topLeft = editor(page).getByRole('button', { name: /^Coin haut gauche, x / })
        expect(await topLeft.getAttribute('aria-label')).toMatch(/x 0,0\s% ?, y 0,0\s%/)
        const beforeEnd = async () => expect(await offInLoupe(page)).toBeLessThan(1)
        await dragFinger(page, topLeft, { past: [60, 50], by: [40, 30], beforeEnd })
        expect(await topLeft.getAttribute('aria-label')).not.toMatch(/x 0,0|y 0,0/)
        // For users who cannot drag: one tap chooses a corner, the next places it.
        const opposite = editor(page).getByRole('button', { name: /^Coin bas droit, x / })
        const before = await opposite.boundingBox()
        await opposite.tap()
        await page.touchscreen.tap((before?.x ?? 0) - 60, (before?.y ?? 0) - 50)
        await expect.poll(async () => (await opposite.boundingBox())?.x).toBeLessThan((before?.x ?? 0) - 50)
        await editor(page)
          .getByRole('button', { name: /^Appliquer 1\scrédit/ })
          .tap()
        await card(page, 'a.jpg').getByText('Terminé').waitFor(settled)
      },
      { phone: true },
    )
  })

  test('C-09 G12: Back closes the editor or the full screen before it leaves the page; Forward and reloads work', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/')
      await page.getByRole('link', { name: 'Recadrage Automatique' }).first().click()
      await page.waitForURL('**/camscan')
      await dropFiles(page, '[data-drop-zone]', [await bareTable('a.jpg')])
      const correct = page.getByRole('button', { name: 'Corriger la zone de a.jpg' })
      await correct.click(settled)
      await editor(page).waitFor()
      await page.goBack()
      await editor(page).waitFor({ state: 'detached' })
      await page.locator('[aria-label="Corriger la zone de a.jpg"]:focus').waitFor()
      // Forward has nothing to reopen: what was closed stays closed.
      await page.goForward()
      await expect.poll(() => editor(page).count()).toBe(0)

      // With moved corners, Back asks every time.
      await correct.click()
      await page.locator('[data-handle="corner-0"]:focus').waitFor()
      await page.keyboard.press(']')
      const question = page.getByRole('dialog', { name: 'Abandonner les corrections ?' })
      for (const answer of ['Annuler', 'Abandonner']) {
        await page.goBack()
        await question.getByRole('button', { name: answer }).click()
        await question.waitFor({ state: 'detached' })
        expect(await editor(page).count()).toBe(answer === 'Annuler' ? 1 : 0)
      }

      const enlarge = page.getByRole('button', { name: /^Zone Detectée, agrandir/ })
      const preview = page.getByRole('dialog', { name: /Zone Detectée/ })
      await enlarge.click()
      await preview.waitFor()
      await page.goBack()
      await preview.waitFor({ state: 'detached' })
      await page.locator('[aria-label^="Zone Detectée, agrandir"]:focus').waitFor()

      // Closed by hand, it leaves no extra history entry.
      await enlarge.click()
      await page.keyboard.press('Escape')
      await preview.waitFor({ state: 'detached' })
      await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('cover')
      await page.goBack()
      await home(page).waitFor()
      await page.goForward()
      await card(page, 'a.jpg').waitFor()

      await correct.click()
      await editor(page).waitFor()
      await page.reload()
      await card(page, 'a.jpg').waitFor()
      expect(await editor(page).count()).toBe(0)
      await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('cover')
      await page.goBack()
      await home(page).waitFor()
    })
  })
})

/** These elements are fully visible, even on the narrowest phone. */
async function expectAllInSight(page: Page, selector: string): Promise<void> {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const element of await page.locator(selector).all()) {
      const box = await element.boundingBox()
      expect(
        (box?.x ?? 0) + (box?.width ?? 0),
        `${await element.innerText()} at ${width} px`,
      ).toBeLessThanOrEqual(width)
    }
  }
}

/** How far the loupe’s cross is from its middle, and its size from the one in whose pixels it is drawn, in CSS pixels. */
async function offInLoupe(page: Page): Promise<number> {
  const [around, cross] = await Promise.all(
    ['[data-loupe]', '[data-loupe] svg'].map((part) => page.locator(part).boundingBox()),
  )
  const middle = (from: number, size: number) => from + size / 2
  return Math.max(
    Math.abs(middle(around!.x, around!.width) - middle(cross!.x, cross!.width)),
    Math.abs(middle(around!.y, around!.height) - middle(cross!.y, cross!.height)),
    Math.abs(cross!.width - cross!.height),
    Math.abs(cross!.width - 208),
  )
}

import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropFiles } from '../test/drop-files.ts'
import { holdBack } from '../test/hold-back.ts'

const settled = { timeout: 90_000 }
const durationMaxMs = 640
const card = (page: Page) => page.getByRole('article', { name: 'lettre.jpg' })
const result = (page: Page) => card(page).getByAltText(/^Document recadré/)
const drop = (page: Page, photo: Parameters<typeof dropFiles>[2][0]) =>
  dropFiles(page, '[data-drop-zone]', [photo])

/** Notes the longest animation of every squaring in this page. */
async function watchSquarings(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { squarings: seen })
    const known = new Set<Element>()
    const longest = (stage: Element) =>
      Math.max(
        ...stage.getAnimations({ subtree: true }).map((one) => Number(one.effect?.getTiming().duration)),
      )
    const look = () => {
      for (const stage of document.querySelectorAll('[data-squaring]')) {
        if (!known.has(stage)) seen.push(longest(stage))
        known.add(stage)
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { squarings: number[] }).squarings)
}

describe.skipIf(missingBrowser !== null)('the photo in its card', () => {
  let product: Product
  let photo: { name: string; type: string; bytes: Buffer }
  beforeAll(async () => {
    product = await startProduct()
    const scene = { seed: 3, page: 'invoice', background: 'wood', coverage: 0.6, tiltDegrees: 12 } as const
    photo = { name: 'lettre.jpg', type: 'image/jpeg', bytes: (await photographDocument(scene)).jpeg }
  })
  afterAll(() => product.stop())

  test('is shown before anything is sent, and squares up once when the result arrives', async () => {
    await inBrowser(product.url, async (page) => {
      const squarings = await watchSquarings(page)
      await page.goto('/camscan')
      const release = await holdBack(page, '**/detourage/ingest')
      await drop(page, photo)
      const local = card(page).locator('img').first()
      await expect
        .poll(() => local.evaluate((img) => (img as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
      expect(await local.getAttribute('src')).toMatch(/^blob:/)
      release()
      await card(page).getByText('Terminé').waitFor(settled)
      await result(page).waitFor()
      await expect.poll(squarings).toHaveLength(1)
      const [longest] = await squarings()
      expect(longest).toBeGreaterThan(0)
      expect(longest).toBeLessThanOrEqual(durationMaxMs)
      await page.locator('[data-squaring]').waitFor({ state: 'detached' })
      expect(await result(page).evaluate((img) => getComputedStyle(img).opacity)).toBe('1')

      await page.reload()
      await result(page).waitFor()
      expect(await squarings()).toEqual([])
    })
  })

  test('does not move where reduced motion is preferred', async () => {
    await inBrowser(product.url, async (page) => {
      const squarings = await watchSquarings(page)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto('/camscan')
      await drop(page, photo)
      await result(page).waitFor(settled)
      await page.getByRole('button', { name: /^Tourner/ }).click()
      const running = () => page.evaluate(() => document.getAnimations().length)
      expect(await running()).toBe(0)
      await expect
        .poll(() =>
          result(page).evaluate(
            (img) => (img as HTMLImageElement).naturalWidth / (img as HTMLImageElement).naturalHeight,
          ),
        )
        .toBeGreaterThan(1)
      expect(await running()).toBe(0)
      expect(await squarings()).toEqual([])
    })
  })
})

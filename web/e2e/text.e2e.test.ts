import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { writePaperwork } from '@equerre/testkit/pictures/paperwork'
import type { Paperwork } from '@equerre/testkit/pictures/paperwork'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seeBalance } from '../test/accounts.ts'
import { axeFaults } from '../test/axe-faults.ts'
import { dropFiles } from '../test/drop-files.ts'

const settled = { timeout: 90_000 }
const card = (page: Page, name: string) => page.getByRole('article', { name })

describe.skipIf(missingBrowser !== null)('the text of a page', () => {
  let product: Product
  let receipt: Paperwork
  beforeAll(async () => {
    product = await startProduct()
    receipt = await writePaperwork('receipt', 8)
  })
  afterAll(() => product.stop())

  test('it is read on request, free, shown beside the picture, selected with the mouse, copied and saved', async () => {
    await inBrowser(product.url, async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/camscan')
      await dropFiles(page, '[data-drop-zone]', [
        { name: 'ticket.pdf', type: 'application/pdf', bytes: receipt.pdf },
      ])
      await card(page, 'ticket.pdf').getByText('Terminé').waitFor(settled)
      await card(page, 'ticket.pdf').getByRole('button', { name: 'Texte de ticket.pdf' }).click()
      const viewer = page.getByRole('dialog', { name: 'ticket.pdf' })
      const text = viewer.getByRole('region', { name: 'Texte de ticket.pdf' })
      await text.getByText('Lecture de la page…').waitFor()
      const [line = ''] = receipt.lines.slice(1)
      await text.getByText(line).waitFor(settled)
      expect(await axeFaults(page)).toEqual([])
      await selectsLine(page, line)
      await text.getByRole('button', { name: 'Copier' }).click()
      await text.getByText('Copié !').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      // How well it is read is tested where it is read; a clone without the networks reads by Tesseract.
      expect(copied.split('\n')).toContain(line)

      // Keys move through the text instead of turning pages, and Escape closes.
      await page.keyboard.press('Escape')
      await viewer.waitFor({ state: 'detached' })
      await seeBalance(page, 9)
      const formats = card(page, 'ticket.pdf').getByRole('button', { name: 'Autres formats de ticket.pdf' })
      await formats.click()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        card(page, 'ticket.pdf').getByRole('button', { name: 'Texte seul' }).click(),
      ])
      expect(saved.suggestedFilename()).toBe('ticket_equerre.txt')
      expect((await readFile(await saved.path(), 'utf8')).trim()).toBe(copied.trim())
    })
  })
})

/** Three presses select the line of a text, as anywhere. */
async function selectsLine(page: Page, line: string): Promise<void> {
  const box = await page.locator('[data-text]').evaluate((text, sought) => {
    const node = text.firstChild as Text
    const range = document.createRange()
    const at = node.data.indexOf(sought)
    range.setStart(node, at)
    range.setEnd(node, at + sought.length)
    const { left, top, height } = range.getBoundingClientRect()
    return { x: left + 5, y: top + height / 2 }
  }, line)
  await page.mouse.click(box.x, box.y, { clickCount: 3 })
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(line)
}

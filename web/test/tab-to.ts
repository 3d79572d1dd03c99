import type { Page } from 'playwright-core'

const tabsMax = 120

/** Presses Tab until the focused element has a matching name, as a keyboard user would. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = []
  for (let tabs = 0; tabs < tabsMax; tabs++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').replace(/\s+/g, ' ').trim()
    })
    if (name.test(focused)) return
    passed.push(focused)
  }
  throw new Error(`Tab reaches no ${name}, only ${passed.join(' | ')}`)
}

/**
 * Pictures every page and its states at 390 and 1440 px, light and dark, into `.out/screenshots/`, and says what axe finds
 * there. It needs the product to run: `npm start`, then `npm run screenshots [-- http://localhost:8080 NAME …]`; names choose
 * states, such as `home` or `camscan-done`.
 */
import AxeBuilder from '@axe-core/playwright'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { states, type State } from './screenshots/states.ts'
import { findTools, cloneFolder } from './tools.ts'

const folder = path.join(cloneFolder, '.out/screenshots')
const looks = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

const [url = 'http://localhost:8080', ...wanted] = process.argv.slice(2)
const chosen = states.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findTools().chromium ?? '', args: ['--no-sandbox'] })
let faults = 0
try {
  for (const state of chosen) for (const look of looks) faults += await picture(state, look)
} finally {
  await browser.close()
}
console.log(`${chosen.length * looks.length} pictures in ${folder}, ${faults} faults found by axe`)
process.exitCode = faults === 0 ? 0 : 1

/** Takes one picture; answers how many rules axe found broken. */
async function picture(state: State, { width, colorScheme }: (typeof looks)[number]): Promise<number> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'fr-FR',
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await page.goto(state.path, { waitUntil: 'networkidle' })
    await state.enter?.(page)
    const name = `${state.name}-${width}-${colorScheme}`
    // As high as the page, so that what is fixed to the window's edge lies over nothing; a dialog is seen in its window.
    if ((await page.locator('dialog[open]').count()) === 0)
      await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight) })
    await page.screenshot({ path: path.join(folder, `${name}.png`) })
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations) console.log(`${name}  ${id}: ${nodes[0]?.html}`)
    return violations.length
  } finally {
    await context.close()
  }
}

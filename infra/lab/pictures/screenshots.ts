/**
 * Takes screenshots of every page and its states at 390 and 1440 px, light and dark, into
 * `.out/screenshots/`, and prints what axe finds there. Needs the product to be running: `npm start`, then
 * `npm run screenshots [-- http://localhost:8080 NAME …]`; names choose states, such as `home` or
 * `camscan-done`.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { axeFaults } from '@equerre/web/test/axe-faults.ts'
import { states, type State } from './screenshots/states.ts'
import { findTools, cloneFolder } from '@equerre/local/tools'

const folder = path.join(cloneFolder, '.out/screenshots')
const widths = [1440, 390]
const colorSchemes = ['light', 'dark'] as const
/** Height of the window, for what is not as tall as the page. */
const windowHeight = 900
/** Enough to keep both the browser and the service busy. */
const statesAtATime = 3

const [url = 'http://localhost:8080', ...wanted] = process.argv.slice(2)
const chosen = states.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findTools().chromium ?? '', args: ['--no-sandbox'] })
const tally = { states: 0, pictures: 0, faults: 0 }
const startedMs = performance.now()
try {
  const queue = chosen.values()
  await Promise.all(Array.from({ length: statesAtATime }, () => pictureAll(queue)))
} finally {
  await browser.close()
}
console.log(`${tally.pictures} pictures in ${folder}, ${tally.faults} faults, ${seconds(startedMs)} s`)
process.exitCode = tally.faults === 0 ? 0 : 1

async function pictureAll(queue: Iterable<State>): Promise<void> {
  for (const state of queue) {
    const sinceMs = performance.now()
    const faults = await pictureState(state)
    tally.faults += faults.length
    console.log(`${++tally.states}/${chosen.length}  ${state.name}  ${seconds(sinceMs)} s`)
    for (const fault of faults) console.log(`  ${fault}`)
  }
}

/** Enters a state and takes its four screenshots; returns what is wrong there. */
async function pictureState(state: State): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'fr-FR',
    viewport: { width: widths[0]!, height: windowHeight },
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    const faults: string[] = []
    for (const width of widths) {
      await page.setViewportSize({ width, height: windowHeight })
      // Resizes in place where possible, as when somebody turns a phone.
      if (width === widths[0] || state.everyWidth) {
        await page.goto(state.path, { waitUntil: 'networkidle' })
        await state.enter?.(page)
      }
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme })
        faults.push(...(await picture(page, { width, name: `${state.name}-${width}-${colorScheme}` })))
      }
    }
    return faults
  } catch (error) {
    return [`${state.name}  not reached: ${String(error)}`]
  } finally {
    await context.close()
  }
}

async function picture(page: Page, { name, width }: { name: string; width: number }): Promise<string[]> {
  // As tall as the page, so that what is fixed to the window's edge covers nothing; a dialog is shown in its
  // window.
  if ((await page.locator('dialog[open]').count()) === 0)
    await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight) })
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
  tally.pictures++
  const faults = await axeFaults(page)
  await page.setViewportSize({ width, height: windowHeight })
  return faults.map((fault) => `${name}  ${fault}`)
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(1)
}

import { findTools } from '@equerre/local/tools'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll } from 'vitest'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const waitMaxMs = 30_000

type Visit = {
  readonly viewport?: { readonly width: number; readonly height: number }
  /** A phone's browser: touch instead of a mouse, and its small window. */
  readonly phone?: boolean
  /** Console errors that the test expects, such as a refusal by the server. */
  readonly expectedErrors?: RegExp
}

/** Why browser tests cannot run here, for `context.skip(missingBrowser !== null, …)`; null when they can. */
export const missingBrowser: string | null = findTools().chromium
  ? null
  : 'there is no Chromium on this machine'

/**
 * Makes `goto` and `reload` wait until the page's scripts respond, unless asked to wait for `commit` only: a
 * test is faster than any person.
 */
function waitUntilHydrated(page: Page): void {
  const hydrated = async <Options extends { waitUntil?: string } | undefined>(options: Options) => {
    if (options?.waitUntil !== 'commit') await page.locator('html[data-early]').waitFor({ state: 'detached' })
  }
  const { goto, reload } = page
  page.goto = async (address, options) => {
    const response = await goto.call(page, address, options)
    await hydrated(options)
    return response
  }
  page.reload = async (options) => {
    const response = await reload.call(page, options)
    await hydrated(options)
    return response
  }
}

let browser: Browser | null = null
afterAll(() => browser?.close())

/** One browser per test file: starting it takes longer than many a test. */
async function openBrowser(): Promise<Browser> {
  const executablePath = findTools().chromium
  if (!executablePath) throw new Error(`${missingBrowser}`)
  if (!browser?.isConnected()) browser = await chromium.launch({ executablePath, args: flags })
  return browser
}

/** Characters of a page in a failure: a long page would hide the failure itself. */
const seenMax = 3000

/** What a person would have seen, since the browser is gone when a failure is read. */
async function describeFailure(page: Page, errors: readonly string[]): Promise<string> {
  const seen = await page
    .locator('body')
    .innerText({ timeout: 2000 })
    .catch(() => 'nothing: it is closed')
  return `${page.url()} showed:\n${seen.slice(0, seenMax)}\nand its console:\n${errors.join('\n')}`
}

/** Runs `work` in a fresh profile; rejects if the page logged an error or threw one. */
export async function inBrowser(
  url: string,
  work: (page: Page) => Promise<void>,
  visit: Visit = {},
): Promise<void> {
  const { phone = false } = visit
  const { viewport = phone ? { width: 390, height: 844 } : { width: 1280, height: 800 } } = visit
  const context = await (
    await openBrowser()
  ).newContext({
    baseURL: url,
    locale: 'fr-FR',
    acceptDownloads: true,
    viewport,
    hasTouch: phone,
    isMobile: phone,
  })
  try {
    context.setDefaultTimeout(waitMaxMs)
    const page = await context.newPage()
    waitUntilHydrated(page)
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error.stack)))
    await work(page).catch(async (error: unknown) => {
      throw new Error(await describeFailure(page, errors), { cause: error })
    })
    const unexpected = errors.filter((error) => !visit.expectedErrors?.test(error))
    if (unexpected.length > 0) throw new Error(`the page logged errors:\n${unexpected.join('\n')}`)
  } finally {
    await context.close()
  }
}

/**
 * What a visitor waits for and downloads, at three line speeds: from choosing a 12 Mpx photograph until its
 * result is visible on the card and in the full window, and the bytes of pictures until then. Needs the
 * product to be running: `npm start`, then `npm run bench:page [-- http://localhost:8080]`.
 */
import { photographDocument } from '@equerre/testkit/pictures'
import { chromium, type Page } from 'playwright-core'
import { watchArtifacts, type Fetched, type Line } from '@equerre/web/test/watch-artifacts.ts'
import { benchPhoto } from './inputs.ts'
import { findTools } from '@equerre/local/tools'

const lines: readonly Line[] = [
  { megabitsPerSecond: 1.6, latencyMs: 150 },
  { megabitsPerSecond: 9, latencyMs: 60 },
  { megabitsPerSecond: 50, latencyMs: 20 },
]
const batch = 10
const timeoutMs = 300_000

const [url = 'http://localhost:8080'] = process.argv.slice(2)
const { jpeg } = await photographDocument(benchPhoto)
const browser = await chromium.launch({ executablePath: findTools().chromium ?? '', args: ['--no-sandbox'] })
try {
  // The very first photo also waits for what the service loads once.
  await visit((page) => straighten(page, 1))
  console.log(
    'Mb/s   sent and straightened   then on the card   then over the window   kB until the card   kB then',
  )
  for (const line of lines) await visit((page) => timeOne(page, line))
  await visit(async (page) => {
    const { fetched } = await watchArtifacts(page)
    await straighten(page, batch)
    await seen(page, 'article .pv:nth-child(2) img')
    console.log(`${batch} photographs: ${kilobytes(fetched())} kB of pictures, in ${tally(fetched())}`)
  })
} finally {
  await browser.close()
}

async function visit(work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: url, locale: 'fr-FR' })
  context.setDefaultTimeout(timeoutMs)
  try {
    const page = await context.newPage()
    await page.goto('/camscan', { waitUntil: 'networkidle' })
    await work(page)
  } finally {
    await context.close()
  }
}

async function timeOne(page: Page, line: Line): Promise<void> {
  const { fetched, slow } = await watchArtifacts(page)
  await slow(line)
  const startMs = performance.now()
  await straighten(page, 1)
  const doneMs = performance.now()
  await seen(page, 'article .pv:nth-child(2) img')
  const seenMs = performance.now()
  const onCard = kilobytes(fetched())
  await page.getByRole('button', { name: 'Image Recadrée, agrandir' }).click()
  await seen(page, 'dialog .fs-i img:not([alt=""])')
  const figures = [
    line.megabitsPerSecond,
    ...[doneMs - startMs, seenMs - doneMs, performance.now() - seenMs].map(
      (ms) => `${(ms / 1000).toFixed(1)} s`,
    ),
    onCard,
    kilobytes(fetched()) - onCard,
  ]
  console.log(figures.map((figure, at) => String(figure).padStart([4, 24, 19, 23, 20, 10][at]!)).join(''))
}

/** Chooses `count` photographs and waits until all are done. */
async function straighten(page: Page, count: number): Promise<void> {
  const files = Array.from({ length: count }, (_, at) => ({
    name: `photo-${at + 1}.jpg`,
    mimeType: 'image/jpeg',
    // Identical bytes still make two files.
    buffer: jpeg,
  }))
  await page.locator('input[multiple]').setInputFiles(files)
  const ended = page.locator('article [data-status]', { hasText: /Terminé|À vérifier/ })
  await ended.nth(count - 1).waitFor()
}

/**
 * Waits until every picture that matches is drawn, scrolling to it: pictures far from the window are not
 * loaded.
 */
async function seen(page: Page, selector: string): Promise<void> {
  for (const picture of await page.locator(selector).all()) {
    await picture.scrollIntoViewIfNeeded()
    await page.waitForFunction(
      (img) => img instanceof HTMLImageElement && img.complete && img.naturalWidth > 0,
      await picture.elementHandle(),
      { polling: 20 },
    )
  }
}

function kilobytes(files: readonly Fetched[]): number {
  return Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
}

/** Number of downloads of each kind of file. */
function tally(files: readonly Fetched[]): string {
  const counts = new Map<string, number>()
  for (const { file } of files) counts.set(file, (counts.get(file) ?? 0) + 1)
  return [...counts].map(([file, count]) => `${count} ${file}`).join(', ')
}

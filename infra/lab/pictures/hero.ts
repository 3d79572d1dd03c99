import { quadAt } from '@equerre/testkit/points'
/**
 * Makes the pictures that the page shows and offers to try: three sample documents photographed as by a user,
 * their thumbnails, and the loop on the tool's card with its poster. Usage: `npm run hero`; the results are
 * committed.
 */
import { findTools } from '@equerre/local/tools'
import type { Quad } from '@equerre/geometry/quad'
import { cornersBetween, encodeWebp, photographSheet, readSheet } from '@equerre/testkit/pictures/sheet'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser } from 'playwright-core'
import { recordLoop, type Frame } from './hero/record-loop.ts'
import { sheets } from './hero/sheets.ts'

const bytesMax = 700_000
const folder = new URL('../../../web/public/img/', import.meta.url)
const size = { width: 1_120, height: 840 }
const loopSize = { width: 880, height: 660 }
/** Three times the displayed size of a sample, for the sharpest screens. */
const thumbnailSize = { width: 288, height: 192 }

const samples = {
  facture: {
    background: 'wood',
    seed: 112,
    corners: [
      [402, 70],
      [842, 128],
      [776, 782],
      [262, 690],
    ],
  },
  ticket: {
    background: 'marble',
    seed: 121,
    corners: [
      [468, 60],
      [716, 92],
      [640, 786],
      [372, 744],
    ],
  },
  courrier: {
    background: 'fabric',
    seed: 138,
    corners: [
      [330, 108],
      [768, 66],
      [846, 716],
      [296, 776],
    ],
  },
} as const

const leaning: Quad = quadAt('316,54 664,100 612,616 206,544')
const square: Quad = quadAt('256,46 656,46 656,612 256,612')

const browser = await chromium.launch({ executablePath: findTools().chromium ?? '', args: ['--no-sandbox'] })
try {
  for (const [name, { corners, ...table }] of Object.entries(samples)) {
    const sheet = await readSheet(await draw(browser, name as keyof typeof sheets))
    const photo = photographSheet(sheet, corners as unknown as Quad, { ...table, ...size })
    save(`${name}.webp`, await encodeWebp(photo, 72))
    save(`${name}-vignette.webp`, await encodeWebp(photo, 60, thumbnailSize))
  }
  const { poster, frames } = await drawFrames(browser)
  save('boucle.webp', poster)
  const film = await recordLoop(await browser.newPage(), frames)
  if (film.length > bytesMax) throw new Error(`the loop weighs ${film.length} bytes, more than ${bytesMax}`)
  save('boucle.webm', film)
} finally {
  await browser.close()
}

/** The loop: the photograph, its outline traced, the page straightened, a pause, and back; 8 seconds in all. */
async function drawFrames(browser: Browser): Promise<{ poster: Buffer; frames: Frame[] }> {
  const sheet = await readSheet(await draw(browser, 'courrier'))
  const { background, seed } = samples.courrier
  const photograph = (corners: Quad) => photographSheet(sheet, corners, { background, seed, ...loopSize })
  const at = async (t: number, trace: number, seconds: number): Promise<Frame> => {
    const corners = cornersBetween(leaning, square, ease(t))
    return { picture: await encodeWebp(photograph(corners), 90), corners, trace, seconds }
  }
  const steps = (count: number) => Array.from({ length: count }, (_, index) => (index + 1) / count)
  const rate = 1 / 30
  const plan: [t: number, trace: number, seconds: number][] = [
    [0, 0, 1.2],
    ...steps(24).map((trace): [number, number, number] => [0, trace, rate]),
    [0, 1, 0.8],
    ...steps(36).map((t): [number, number, number] => [t, 1, rate]),
    [1, 1, 2.2],
    ...steps(36).map((t): [number, number, number] => [1 - t, 1 - t, rate]),
    [0, 0, 0.6],
  ]
  return {
    poster: await encodeWebp(photograph(leaning), 72),
    frames: await Promise.all(plan.map((step) => at(...step))),
  }
}

async function draw(browser: Browser, name: keyof typeof sheets): Promise<Buffer> {
  const { html, ...viewport } = sheets[name]
  const page = await browser.newPage({ viewport })
  await page.setContent(html)
  const png = await page.screenshot()
  await page.close()
  return png
}

function ease(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2
}

function save(name: string, bytes: Uint8Array): void {
  writeFileSync(fileURLToPath(new URL(name, folder)), bytes)
  console.log(`${name}  ${bytes.length} bytes`)
}

/**
 * How double pages are told from single sheets: `npm run score:spreads [-- FOLDER…] [--count N] [--first SEED] [--debug DIR]`.
 * Without a folder, open books, booklets and folded leaflets are drawn, also with pictures and titles across both pages, and
 * landscape sheets of many kinds that are one page; each is looked at at its true corners, a few pixels off. Of a folder, it
 * is told which photographs would be split; `--debug` writes what was split, and spreads that were not, with the gutter.
 */
import type { Corners, PageInfo } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { homographyApply, homographyBetween } from '@equerre/geometry/homography'
import { frameQuad, type Quad } from '@equerre/geometry/quad'
import { quadInPixels, quadToRelative, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import type { BentPhoto } from '@equerre/testkit/pictures/bent-paper'
import { createRandom } from '@equerre/testkit/pictures/random'
import { acrossKinds, singleKinds } from '@equerre/testkit/pictures/spread-drawing'
import {
  bindings,
  liesKinds,
  photographSingle,
  photographSpread,
  type SpreadPhoto,
} from '@equerre/testkit/pictures/spreads'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import { drawZone } from '@equerre/vision-worker/src/core/draw.ts'
import { previewLongSide } from '@equerre/vision-worker/src/core/ingest/preview.ts'
import { median, type RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { seeSpread } from '@equerre/vision-worker/src/flow/see-spread.ts'
import { openTools, shotPage } from './look.ts'
import { readSamples } from './pictures.ts'
import { columns } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '2' },
    first: { type: 'string', default: '9000000' },
    debug: { type: 'string' },
  },
})
const frame = { width: 1600, height: 1200 }
/** Corners are found a thousandth of the picture's diagonal off. */
const cornerPx = 2
/** How often pages of each binding face each other, for one spread of each other kind. */
const facingShare = 4

const { warp } = chooseWarp()
const cpuMs: number[] = []
if (values.debug) await mkdir(values.debug, { recursive: true })
await (positionals.length > 0 ? scoreFolders() : scoreGenerated())
console.log(
  `CPU ms, median ${median(cpuMs).toFixed(0)}, most ${Math.max(...cpuMs).toFixed(0)} of ${cpuMs.length}`,
)

async function scoreGenerated(): Promise<void> {
  const spreads = bindings.flatMap((binding) => acrossKinds.map((across) => ({ binding, across })))
  const table: string[][] = []
  const errors: number[] = []
  let seed = Number(values.first)
  for (const { binding, across } of spreads) {
    const isFacing = across === 'facing'
    const count = Number(values.count) * (isFacing ? facingShare : 1)
    const shots = Array.from({ length: count }, () => ({ seed: ++seed, ...frame, binding, across }))
    const split = await Promise.all(
      shots.map((scene) => errorOf(scene, { isFacing, name: `${binding}-${across}` })),
    )
    const seen = split.filter((error) => error !== null)
    errors.push(...seen)
    table.push([binding, across, String(count), String(seen.length)])
  }
  for (const kind of singleKinds) {
    const scenes = liesKinds.flatMap((lies) =>
      Array.from({ length: Number(values.count) }, () => ({ seed: ++seed, ...frame, kind, lies })),
    )
    const split = await Promise.all(scenes.map(isSplit))
    table.push(['one sheet', kind, String(split.length), String(split.filter(Boolean).length)])
  }
  console.log(columns(['sheet', 'shows', 'pictures', 'split'], table))
  const sorted = errors.toSorted((a, b) => a - b)
  const [middle, high] = [median(sorted), sorted[Math.floor(0.95 * (sorted.length - 1))]!]
  console.log(
    `gutter off by, % of the width: median ${middle.toFixed(2)}, p95 ${high.toFixed(2)}, most ${sorted.at(-1)!.toFixed(2)}`,
  )
}

/** How far the gutter is off; null where the spread is left whole. */
async function errorOf(
  scene: Parameters<typeof photographSpread>[0],
  shown: Omit<Shown, 'seed'>,
): Promise<number | null> {
  const shot = photographSpread(scene)
  const pages = await splitOf(shot, { ...shown, seed: scene.seed })
  return pages && gutterError(shot, pages)
}

async function isSplit(scene: Parameters<typeof photographSingle>[0]): Promise<boolean> {
  const { seed, kind, lies } = scene
  return (await splitOf(photographSingle(scene), { seed, isFacing: false, name: `${kind}-${lies}` })) !== null
}

type Pages = NonNullable<DetectResult['facingPages']>
type Shown = { readonly seed: number; readonly isFacing: boolean; readonly name: string }

async function splitOf(shot: BentPhoto, { seed, isFacing, name }: Shown): Promise<Pages | null> {
  const random = createRandom(seed)
  const aside = () => random.between(-cornerPx, cornerPx)
  const quad = shot.corners.map(([x, y]) => [x + aside(), y + aside()]) as unknown as Quad<PhotoPoint>
  const pageInfo = { ...frame, kind: 'photo', focal: shot.focal } as const
  const pages = pagesOn(shot.photo, quadToRelative(quad, frame) as unknown as Corners, pageInfo)
  if (isFacing !== (pages !== null))
    await keep(`${pages ? 'split' : 'whole'}-${name}-${seed}`, shot.photo, pages)
  return pages
}

function pagesOn(image: RgbImage, corners: Corners, pageInfo: PageInfo): Pages | null {
  const found = { corners, confidence: 1, status: 'OK' as const, reasons: [] }
  const before = process.cpuUsage()
  const answer = { ...found, alternatives: [], documents: [found] }
  const { facingPages = null } = seeSpread({ pageInfo }, { answer, image }, { warp })
  const { user, system } = process.cpuUsage(before)
  cpuMs.push((user + system) / 1_000)
  return facingPages
}

/** How far the farther end of the gutter is off, across the straightened sheet. */
function gutterError({ corners, gutter }: SpreadPhoto, [left]: Pages): number {
  const toSheet = homographyBetween(corners, frameQuad({ width: 100, height: 100 }))
  const [, top, bottom] = quadInPixels<PhotoPoint>(left.corners as RelativeQuad, frame)
  const off = [top, bottom].map(
    (end, i) => homographyApply(toSheet, end)[0] - homographyApply(toSheet, gutter[i]!)[0],
  )
  return Math.max(...off.map(Math.abs))
}

/** Which documents of the folders would be split, at their annotated corners. */
async function scoreFolders(): Promise<void> {
  const { codec } = await openTools()
  const table: string[][] = []
  let documents = 0
  for (const { name, source, kind, load } of (await Promise.all(positionals.map(readSamples))).flat()) {
    if (kind !== 'document') continue
    const { bytes, truths } = await load()
    const image = await codec.decodeWhole(await codec.encodePreview(bytes, previewLongSide))
    const pageInfo = { ...(await shotPage(bytes, codec)), width: image.width, height: image.height }
    for (const [i, truth] of truths.entries()) {
      documents++
      const pages = pagesOn(image, truth as unknown as Corners, pageInfo)
      if (!pages) continue
      table.push([name, source, pages[0].corners[1].map((share) => share.toFixed(3)).join(' ')])
      await keep(`${name}-${i}`, image, pages)
    }
  }
  console.log(columns(['photograph', 'source', 'gutter from'], table))
  console.log(`${table.length} of ${documents} documents would be split`)
}

async function keep(name: string, { width, height, data }: RgbImage, pages: Pages | null): Promise<void> {
  if (!values.debug) return
  for (const { corners } of pages ?? [])
    drawZone({ width, height, data }, quadInPixels(corners as RelativeQuad, { width, height }), {
      dashed: false,
    })
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(join(values.debug, `${name}.png`))
}

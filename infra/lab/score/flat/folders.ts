import type { Corners } from '@equerre/contract/detourage'
import { quadSideLengths } from '@equerre/geometry/quad'
import { quadInPixels, type PhotoPoint, type RelativeQuad } from '@equerre/geometry/spaces'
import type { Shape } from '@equerre/vision-worker/src/core/flatten/flatten.ts'
import { previewLongSide } from '@equerre/vision-worker/src/core/ingest/preview.ts'
import { median } from '@equerre/vision-worker/src/core/pixels.ts'
import { seeShape } from '@equerre/vision-worker/src/flow/see-shape.ts'
import path from 'node:path'
import { look, openTools, shotPage, type Tools } from '../look.ts'
import { readSamples, type Sample } from '../pictures.ts'
import { columns, mean } from '../table.ts'
import { cutOut } from './bent-page.ts'
import { captioned, writeContactSheet, writePair, type Captioned } from './contact-sheet.ts'
import type { Reader, Reading } from './reader.ts'
import { tools } from './ways.ts'

type Wishes = {
  readonly read: Reader | null
  readonly sheet?: string | undefined
  readonly debug?: string | undefined
}

/** One document of a photograph. */
type Page = {
  readonly sample: Sample
  readonly shape: Shape
  readonly cpuMs: number
  /** Before and after; null where nothing changes, or nobody reads. */
  readonly readings: readonly [Reading, Reading] | null
}

/**
 * Which photographs of the folders would be changed: documents at their annotated corners, flat scans at those that the
 * detection finds on them.
 */
export async function scoreFolders(folders: readonly string[], wishes: Wishes): Promise<void> {
  const opened = await openTools()
  const pages: Page[] = []
  const shown: (Captioned & { readonly bend: number })[] = []
  for (const sample of (await Promise.all(folders.map(readSamples))).flat()) {
    if (sample.kind === 'negative') continue
    const { bytes, truths } = await sample.load()
    const zones = sample.kind === 'flat' ? await foundOn(bytes, opened) : truths
    for (const [i, corners] of zones.entries()) {
      const { cpuMs, shape } = await shapeAt(bytes, corners, opened)
      if (!shape.sheet) {
        pages.push({ sample, shape, cpuMs, readings: null })
        continue
      }
      const [before, after] = await cutBoth(bytes, { corners, shape }, opened)
      const { read } = wishes
      pages.push({ sample, shape, cpuMs, readings: read && [await read(before), await read(after)] })
      const name = `${sample.name}-${i}`
      if (wishes.debug) await writePair(before, after, path.join(wishes.debug, `${name}.png`))
      const caption = `${name}: ${shape.bend.toFixed(3)}`
      if (wishes.sheet) shown.push({ ...(await captioned(before, after, caption)), bend: shape.bend })
    }
  }
  report(pages)
  if (wishes.sheet)
    await writeContactSheet(
      shown.toSorted((a, b) => b.bend - a.bend),
      wishes.sheet,
    )
}

async function foundOn(bytes: Buffer, opened: Tools): Promise<RelativeQuad[]> {
  const { finding } = await look(bytes, opened, false)
  return [finding.answer.corners as unknown as RelativeQuad]
}

async function shapeAt(bytes: Buffer, corners: RelativeQuad, { codec }: Tools) {
  const pageInfo = await shotPage(bytes, codec)
  const preview = await codec.decodeWhole(await codec.encodePreview(bytes, previewLongSide))
  const before = process.cpuUsage()
  const zone = { corners: corners as unknown as Corners }
  const shape = await seeShape({ pageInfo }, { preview: { image: preview }, zone }, tools)
  const { user, system } = process.cpuUsage(before)
  return { shape, cpuMs: (user + system) / 1_000 }
}

type Found = { readonly corners: RelativeQuad; readonly shape: Shape }

/** The page before and after, from the whole photograph. */
async function cutBoth(bytes: Buffer, { corners, shape: { sheet } }: Found, { codec }: Tools) {
  const photo = await codec.decodeWhole(bytes)
  const quad = quadInPixels<PhotoPoint>(corners, photo)
  const [top, right, bottom, left] = quadSideLengths(quad)
  const paper = { width: (top + bottom) / 2, height: (left + right) / 2 }
  return [
    cutOut(photo, { quad, paper, sheet: null }).image,
    cutOut(photo, { quad, paper, sheet }).image,
  ] as const
}

/** Tags of annotations that say that the paper is not flat. */
const bentTags = [
  'curled',
  'creased',
  'book',
  'booklet',
  'magazine',
  'spiral',
  'spread',
  'notebook',
  'dog-eared',
  'torn',
]

function report(pages: readonly Page[]): void {
  const isBent = ({ sample: { tags } }: Page) => bentTags.some((tag) => tags.includes(tag))
  const verdictOf = ({ shape: { bend, sheet } }: Page) => (sheet ? 'flattened' : bend > 0 ? 'unsure' : 'left')
  const bent = pages.filter(({ shape }) => shape.bend > 0)
  const named = bent.map((page) => {
    const { sample, shape, readings } = page
    return [
      sample.name,
      sample.source,
      sample.tags.join(' '),
      verdictOf(page),
      shape.bend.toFixed(3),
      ...words(readings ? [readings] : []),
    ]
  })
  console.log(columns(['photograph', 'source', 'tags', 'verdict', 'bend', ...wordsHead], named))
  const groups = [
    ['flat scans', ({ sample }: Page) => sample.kind === 'flat'],
    ['said to be bent', (page: Page) => page.sample.kind === 'document' && isBent(page)],
    ['not said to be', (page: Page) => page.sample.kind === 'document' && !isBent(page)],
  ] as const
  const summed = groups.flatMap(([group, isIn]) =>
    ['flattened', 'unsure', 'left'].map((verdict) => {
      const some = pages.filter((page) => isIn(page) && verdictOf(page) === verdict)
      return [
        `${group}, ${verdict}`,
        String(some.length),
        ...words(some.flatMap(({ readings }) => (readings ? [readings] : []))),
      ]
    }),
  )
  console.log(`\n${columns(['pages', 'count', ...wordsHead], summed)}`)
  console.log(`CPU ms, median ${median(pages.map(({ cpuMs }) => cpuMs)).toFixed(0)} of ${pages.length}`)
}

const wordsHead = ['words', 'after', 'sureness', 'after']

/** Words read before and after, and how sure it was of them in the mean of the pages. */
function words(readings: readonly (readonly [Reading, Reading])[]): string[] {
  if (readings.length === 0) return wordsHead.map(() => '')
  const [before, after] = [readings.map(([one]) => one), readings.map(([, other]) => other)]
  const sum = (some: readonly Reading[]) => String(some.reduce((total, reading) => total + reading.words, 0))
  const sure = (some: readonly Reading[]) => mean(some.map(({ confidence }) => confidence)).toFixed(3)
  return [sum(before), sum(after), sure(before), sure(after)]
}

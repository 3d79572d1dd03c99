import type { Corners, PageInfo } from '@equerre/contract/detourage'
import { quadInPixels, type RelativeQuad, type WorkPoint } from '@equerre/geometry/spaces'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openCodec, type Codec } from '@equerre/vision-worker/src/adapters/codec.ts'
import { loadCornerModel, type CornerModel } from '@equerre/vision-worker/src/adapters/corner-model.ts'
import { readShotFacts } from '@equerre/vision-worker/src/adapters/exif.ts'
import { loadOperators } from '@equerre/vision-worker/src/adapters/operators.ts'
import { workLongSide, type Finding } from '@equerre/vision-worker/src/core/detect/find.ts'
import type { Operators } from '@equerre/vision-worker/src/core/detect/operators.ts'
import { isSnappable, snapAnswer } from '@equerre/vision-worker/src/core/detect/sides/snap-answer.ts'
import { drawOutline } from '@equerre/vision-worker/src/core/draw.ts'
import { focalOf } from '@equerre/vision-worker/src/core/ingest/focal.ts'
import { previewLongSide } from '@equerre/vision-worker/src/core/ingest/preview.ts'
import type { GrayImage, RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { findOnImage } from '@equerre/vision-worker/src/flow/find-on-image.ts'

/** The worker's tools, without a worker. */
export type Tools = {
  readonly codec: Codec
  readonly operators: Operators
  readonly model: CornerModel | null
}

type Named = { readonly name: string; readonly picture: GrayImage | RgbImage }

/** A detection of a file: the picture it saw, what it found, each stage, and the cost. */
export type Look = {
  readonly image: RgbImage
  readonly finding: Finding
  readonly stages: readonly Named[]
  readonly cpuMs: number
}

export async function openTools(): Promise<Tools> {
  const operators = await loadOperators()
  return { codec: openCodec({ pixelsMax: 100_000_000 }), operators, model: await loadCornerModel() }
}

/** What the worker does with a photograph between its upload and the result of its detection. */
export async function look(bytes: Buffer, tools: Tools, keepStages: boolean): Promise<Look> {
  const { codec, operators, model } = tools
  const page = await shotPage(bytes, codec)
  const preview = await codec.encodePreview(bytes, previewLongSide)
  const stages: Named[] = []
  const debug = keepStages
    ? (name: string, picture: Named['picture']) => stages.push({ name, picture })
    : null
  const before = process.cpuUsage()
  const image = await codec.decodeSmall(preview, workLongSide)
  const found = await findOnImage(image, { operators, debug, page, model })
  const answer = isSnappable(found.answer)
    ? snapAnswer(found.answer, await codec.decodeWhole(preview))
    : found.answer
  const { user, system } = process.cpuUsage(before)
  return { image, finding: { ...found, answer }, stages, cpuMs: (user + system) / 1_000 }
}

/** What ingest records about a photograph: its kind, and the focal length if the file gives it. */
export async function shotPage(bytes: Buffer, codec: Codec): Promise<Pick<PageInfo, 'kind' | 'focal'>> {
  const facts = await codec.readFacts(bytes)
  const focal = facts.exif ? focalOf(readShotFacts(facts.exif), facts) : undefined
  return { kind: 'photo', focal }
}

/** Distinguishes sources on a picture; if there are more sources than colours, they share. */
const palette = [
  ['red', [230, 30, 30]],
  ['orange', [255, 150, 0]],
  ['yellow', [250, 240, 0]],
  ['green', [0, 190, 60]],
  ['cyan', [0, 220, 230]],
  ['violet', [160, 60, 240]],
  ['pink', [255, 110, 200]],
  ['brown', [150, 90, 40]],
] as const
const answerColour = [0x24, 0x38, 0xe8] as const

/**
 * Every candidate as a thin line in its source's colour, the answer thick in blue, the truth dashed in white.
 */
export function drawFinding(
  { image, finding }: Look,
  { truths, names }: { truths: readonly RelativeQuad[]; names: readonly string[] },
): RgbImage {
  let drawn = image
  for (const { quad, sources } of finding.ranked.toReversed()) {
    drawn = drawOutline(drawn, quad, {
      colour: palette[names.indexOf(sources[0]!) % palette.length]![1],
      widthPx: 1,
    })
  }
  for (const { corners } of finding.answer.documents) {
    drawn = drawOutline(drawn, inWork(corners, image), { colour: answerColour, widthPx: 4 })
  }
  for (const truth of truths) {
    drawn = drawOutline(drawn, inWork(truth, image), { colour: [255, 255, 255], widthPx: 2, dashed: true })
  }
  return drawn
}

function inWork(corners: Corners | RelativeQuad, image: RgbImage) {
  return quadInPixels<WorkPoint>(corners as RelativeQuad, image)
}

/** Each source's colour on the pictures. */
export function legend(names: readonly string[]): string {
  return names.map((name, i) => `${name} ${palette[i % palette.length]![0]}`).join(', ')
}

/** Writes a look's stages as PNG files into their own folder. */
export async function writeStages({ stages }: Look, folder: string, { codec }: Tools): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { name, picture } of stages) {
    await writeFile(join(folder, `${name}.png`), await codec.encodePng(picture))
  }
}

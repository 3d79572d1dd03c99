import type { RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const grey = '#888'
const gapPx = 8
const debugPx = 900

/** Both pictures side by side, as a PNG file. */
export async function writePair(before: RgbImage, after: RgbImage, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, await beside(before, after, { width: Infinity, height: debugPx }))
}

const cellsMax = 24
const across = 3
const cell = { width: 800, height: 560 }
const captionPx = 36

/** A page before and after, as PNG. */
export type Captioned = { readonly picture: Buffer; readonly caption: string }

export async function captioned(before: RgbImage, after: RgbImage, caption: string): Promise<Captioned> {
  const room = { width: cell.width - gapPx, height: cell.height - gapPx }
  return { picture: await beside(before, after, room), caption }
}

/** All of them as one PNG file, evenly chosen where there are too many. */
export async function writeContactSheet(all: readonly Captioned[], file: string): Promise<void> {
  const count = Math.min(cellsMax, all.length)
  const chosen = Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)]!)
  const [width, height] = [across * cell.width, Math.ceil(count / across) * (cell.height + captionPx)]
  const cells = chosen.flatMap(({ picture, caption }, i) => {
    const [left, top] = [(i % across) * cell.width, Math.floor(i / across) * (cell.height + captionPx)]
    return [
      { input: drawn(caption), left, top },
      { input: picture, left, top: top + captionPx },
    ]
  })
  await mkdir(path.dirname(file), { recursive: true })
  await sharp({ create: { width, height, channels: 3, background: grey } })
    .composite(cells)
    .png()
    .toFile(file)
}

/** In white, on one line: `height` fits the size of letters to it. */
function drawn(caption: string) {
  const text = `<span foreground="white">${caption.replace(/[&<>]/g, ' ')}</span>`
  return { text: { text, rgba: true, width: cell.width - gapPx, height: captionPx - gapPx } }
}

type Room = { readonly width: number; readonly height: number }

/** At one height, as large as they fit. */
async function beside(before: RgbImage, after: RgbImage, room: Room): Promise<Buffer> {
  const aspects = [before, after].map(({ width, height }) => width / height)
  const height = Math.floor(Math.min(room.height, (room.width - gapPx) / (aspects[0]! + aspects[1]!)))
  const pictures = await Promise.all(
    [before, after].map(({ data, ...size }) =>
      sharp(data, { raw: { ...size, channels: 3 } })
        .resize({ height })
        .png()
        .toBuffer({ resolveWithObject: true }),
    ),
  )
  const lefts = [0, pictures[0]!.info.width + gapPx]
  const width = lefts[1]! + pictures[1]!.info.width
  return sharp({ create: { width, height, channels: 3, background: grey } })
    .composite(pictures.map(({ data }, i) => ({ input: data, left: lefts[i]!, top: 0 })))
    .png()
    .toBuffer()
}

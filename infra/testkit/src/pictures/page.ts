import type { Random } from './random.ts'
import { createRaster, fillRectangle, type Colour, type Raster, type Rectangle } from './raster.ts'

export const pageKinds = ['letter', 'invoice', 'receipt', 'card', 'blank'] as const
export type PageKind = (typeof pageKinds)[number]

/** Width divided by height. */
export function pageProportion(kind: PageKind, random: Random): number {
  if (kind === 'receipt') return random.between(0.3, 0.5)
  if (kind === 'card') return 85.6 / 53.98
  return random.chance(0.2) ? 215.9 / 279.4 : 210 / 297
}

/** Draws a flat page. Letters are strokes of ink, because a fresh machine may have no font at all. */
export function drawPage(kind: PageKind, width: number, height: number): (random: Random) => Raster {
  return (random) => {
    const paper = paperColour(kind, random)
    const page = createRaster(width, height, paper)
    const ink = mixed([20, 20, 28], paper, random.between(0, 0.25))
    painters[kind]({ page, random, ink, unit: Math.min(width, height * 0.75) / 60 })
    return page
  }
}

/** What draws, and how large its letters are, in pixels. */
export type Brush = { page: Raster; random: Random; ink: Colour; unit: number }

const painters: Record<PageKind, (brush: Brush) => void> = {
  letter: (brush) => {
    const { page, unit } = brush
    drawLines(brush, { x: unit * 6, y: unit * 6, width: unit * 18, height: unit * 8 })
    drawLines(brush, {
      x: unit * 6,
      y: unit * 20,
      width: page.width - unit * 12,
      height: page.height - unit * 30,
    })
  },
  invoice: (brush) => {
    const { page, unit, random } = brush
    fillRectangle(page, { x: unit * 5, y: unit * 5, width: unit * 14, height: unit * 5 }, accent(random))
    drawLines(brush, { x: unit * 34, y: unit * 5, width: unit * 20, height: unit * 8 })
    drawTable(brush, { x: unit * 5, y: unit * 20, width: page.width - unit * 10, height: page.height * 0.45 })
    drawLines(brush, {
      x: unit * 5,
      y: page.height * 0.8,
      width: page.width - unit * 10,
      height: page.height * 0.1,
    })
  },
  receipt: (brush) => {
    const { page, unit } = brush
    drawLines(brush, {
      x: unit * 4,
      y: unit * 5,
      width: page.width - unit * 8,
      height: page.height - unit * 10,
    })
  },
  card: (brush) => {
    const { page, unit, random } = brush
    fillRectangle(page, { x: 0, y: 0, width: page.width, height: page.height * 0.2 }, accent(random))
    fillRectangle(
      page,
      { x: unit * 4, y: page.height * 0.32, width: unit * 18, height: unit * 24 },
      [150, 126, 110],
    )
    drawLines(brush, {
      x: unit * 28,
      y: page.height * 0.32,
      width: page.width - unit * 34,
      height: page.height * 0.5,
    })
  },
  blank: () => {},
}

/** A ruled table of four columns, filled here and there. */
export function drawTable(brush: Brush, box: Rectangle): void {
  const { page, unit, ink } = brush
  const rows = 9
  const line = Math.max(1, unit * 0.15)
  for (let row = 0; row <= rows; row++) {
    fillRectangle(page, { ...box, y: box.y + (box.height * row) / rows, height: line }, ink)
  }
  for (const column of [0, 0.5, 0.68, 0.84, 1]) {
    fillRectangle(page, { ...box, x: box.x + box.width * column, width: line }, ink)
  }
  for (let row = 0; row < rows; row++) {
    const y = box.y + (box.height * (row + 0.3)) / rows
    drawLines(brush, { x: box.x + unit, y, width: box.width * 0.45, height: unit * 1.6 })
    drawLines(brush, { x: box.x + box.width * 0.86, y, width: box.width * 0.1, height: unit * 1.6 })
  }
}

/** Words of upright strokes, ragged right, with an empty line now and then. */
export function drawLines(brush: Brush, box: Rectangle): void {
  const { random, unit } = brush
  const lineHeight = unit * 1.7
  for (let y = box.y; y + unit <= box.y + box.height; y += lineHeight) {
    if (random.chance(0.1)) continue
    const end = box.x + box.width * random.between(0.6, 1)
    for (let x = box.x; x < end;) {
      const word = unit * random.between(1, 5)
      drawWord(brush, { x, y, width: Math.min(word, end - x), height: unit })
      x += word + unit * 0.7
    }
  }
}

function drawWord({ page, random, ink, unit }: Brush, box: Rectangle): void {
  const stroke = Math.max(1, unit * 0.17)
  for (let x = box.x; x < box.x + box.width; x += stroke * 2.4) {
    const tall = random.chance(0.25) ? 1 : 0.65
    fillRectangle(
      page,
      { x, y: box.y + box.height * (1 - tall), width: stroke, height: box.height * tall },
      ink,
    )
    if (random.chance(0.5)) {
      fillRectangle(
        page,
        { x, y: box.y + box.height * random.pick([0.35, 0.85]), width: stroke * 2.4, height: stroke },
        ink,
      )
    }
  }
}

function paperColour(kind: PageKind, random: Random): Colour {
  const white = random.between(215, 250)
  const warmth = random.between(-6, 14)
  if (kind === 'card' || random.chance(0.08)) return mixed([white, white, white], accent(random), 0.25)
  return [white, white - warmth / 3, white - warmth]
}

function accent(random: Random): Colour {
  return random.pick([
    [36, 56, 170],
    [176, 40, 48],
    [20, 110, 84],
    [120, 70, 150],
    [70, 74, 84],
  ] as const)
}

function mixed(a: Colour, b: Colour, share: number): Colour {
  return [0, 1, 2].map((c) => a[c]! * (1 - share) + b[c]! * share) as unknown as Colour
}

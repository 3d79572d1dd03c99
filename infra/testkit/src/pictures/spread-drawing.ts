import { drawLines, drawTable, type Brush } from './page.ts'
import { createNoise, type Random } from './random.ts'
import { createRaster, fillRectangle, type Colour, type Raster, type Rectangle } from './raster.ts'

/** What is on both pages of a spread together; `facing` is each on its own, the others cross the gutter. */
export const acrossKinds = ['facing', 'bleed', 'band', 'heading'] as const
export type AcrossKind = (typeof acrossKinds)[number]

/** What is on a landscape sheet that is one page. */
export const singleKinds = [
  'text',
  'two-columns',
  'three-columns',
  'table',
  'central-rule',
  'postcard',
  'slide',
  'picture',
  'sideways',
  'blank',
] as const
export type SingleKind = (typeof singleKinds)[number]

const pageFills = ['text', 'text', 'text', 'table', 'illustrated', 'bleed', 'blank', 'ruled'] as const
/** Two pages of which neither shows anything are no spread to anybody. */
const facingFills = pageFills.filter((fill) => fill !== 'blank')

/** A double page, flat. @param gutter from its left side, as a share of its width */
export function drawSpread(
  across: AcrossKind,
  { size, gutter }: { readonly size: Size; readonly gutter: number },
  random: Random,
): Raster {
  const page = createRaster(size.width, size.height, paperOf(random))
  const brush = brushOn(page, random)
  const middle = size.width * gutter
  const sides: readonly Rectangle[] = [
    { x: 0, y: 0, width: middle, height: size.height },
    { x: middle, y: 0, width: size.width - middle, height: size.height },
  ]
  const last = random.integer(0, 1)
  for (const [i, side] of sides.entries())
    fill(brush, side, random.pick(i === last ? facingFills : pageFills))
  if (across === 'bleed') drawPicture(page, wholeOf(size), random)
  if (across === 'band') {
    const y = size.height * random.between(0, 0.55)
    const inset = size.width * random.pick([0, 0.05])
    const height = size.height * random.between(0.25, 0.45)
    drawPicture(page, { x: inset, y, width: size.width - 2 * inset, height }, random)
  }
  if (across === 'heading') {
    const [x, y] = [size.width * 0.15, size.height * 0.05]
    fillRectangle(page, { x: 0, y: 0, width: size.width, height: size.height * 0.16 }, paperOf(random))
    drawLines(
      { ...brush, unit: brush.unit * 2.2 },
      { x, y, width: size.width * 0.75, height: brush.unit * 6.2 },
    )
  }
  return page
}

/** A landscape sheet that is one page, flat. */
export function drawSingle(kind: SingleKind, { width, height }: Size, random: Random): Raster {
  const page = createRaster(width, height, paperOf(random))
  const inner = { x: width * 0.07, y: height * 0.08, width: width * 0.86, height: height * 0.84 }
  singles[kind](brushOn(page, random), inner)
  return page
}

const singles: Readonly<Record<SingleKind, (brush: Brush, inner: Rectangle) => void>> = {
  text: drawLines,
  'two-columns': (brush, inner) =>
    drawColumns(brush, inner, { count: 2, gap: brush.page.width * brush.random.between(0.03, 0.12) }),
  'three-columns': (brush, inner) => drawColumns(brush, inner, { count: 3, gap: brush.page.width * 0.04 }),
  table: drawTable,
  'central-rule': (brush, inner) => {
    const { page, random, ink } = brush
    drawColumns(brush, inner, { count: 2, gap: page.width * random.between(0.04, 0.12) })
    const y = page.height * random.pick([0, 0.08])
    const height = page.height * random.pick([0.84, 1])
    fillRectangle(page, { x: page.width * 0.5, y, width: Math.max(2, page.width * 0.003), height }, ink)
  },
  postcard: (brush, inner) => {
    const { page, random, ink } = brush
    const part = partOf(page)
    drawLines(brush, { ...inner, width: page.width * 0.36 })
    drawLines(brush, part(0.58, 0.5, [0.3, 0.3]))
    fillRectangle(page, { ...part(0.51, 0.1, [0, 0.8]), width: 3 }, ink)
    drawPicture(page, part(0.82, 0.07, [0.12, 0.22]), random)
  },
  slide: (brush, inner) => {
    const { page, random, unit } = brush
    const part = partOf(page)
    drawLines({ ...brush, unit: unit * 2 }, { ...inner, height: unit * 4 })
    drawLines(brush, part(0.07, 0.3, [0.38, 0.6]))
    drawPicture(page, part(0.56, 0.3, [0.37, 0.6]), random)
  },
  picture: ({ page, random }) => drawPicture(page, wholeOf(page), random),
  sideways: drawSideways,
  blank: () => {},
}

/** A part of a page, in shares of its sides. */
function partOf({ width, height }: Size) {
  return (x: number, y: number, [across, down]: readonly [number, number]): Rectangle => ({
    x: width * x,
    y: height * y,
    width: width * across,
    height: height * down,
  })
}

function drawColumns(
  brush: Brush,
  inner: Rectangle,
  { count, gap }: { readonly count: number; readonly gap: number },
): void {
  const width = (inner.width - gap * (count - 1)) / count
  for (let i = 0; i < count; i++) drawLines(brush, { ...inner, x: inner.x + i * (width + gap), width })
}

type Size = { readonly width: number; readonly height: number }

function wholeOf({ width, height }: Size): Rectangle {
  return { x: 0, y: 0, width, height }
}

function fill(brush: Brush, side: Rectangle, kind: (typeof pageFills)[number]): void {
  const { page, random } = brush
  const margin = side.width * random.between(0.08, 0.16)
  const top = side.height * random.between(0.06, 0.14)
  const inner = {
    x: side.x + margin,
    y: side.y + top,
    width: side.width - 2 * margin,
    height: side.height - 2 * top,
  }
  const half = { ...inner, height: inner.height * 0.45 }
  switch (kind) {
    case 'text':
      return drawLines(brush, inner)
    case 'table':
      drawLines(brush, half)
      return drawTable(brush, { ...half, y: inner.y + inner.height * 0.5 })
    case 'illustrated':
      drawPicture(page, half, random)
      return drawLines(brush, { ...half, y: inner.y + inner.height * 0.5 })
    case 'bleed':
      return drawPicture(page, side, random)
    case 'ruled': {
      const step = side.height / random.integer(22, 32)
      for (let y = side.y + step * 2; y < side.y + side.height - 2; y += step)
        fillRectangle(page, { ...side, y, height: Math.max(1, brush.unit * 0.12) }, [170, 186, 222])
      return drawLines(
        { ...brush, unit: step / 1.7, ink: [40, 50, 120] },
        { ...inner, y: side.y + step * 1.1 },
      )
    }
    case 'blank':
  }
}

/** Lines of text that run up the sheet: a portrait page on its side. */
function drawSideways(brush: Brush, box: Rectangle): void {
  const { page } = brush
  const turned = createRaster(page.height, page.width, [255, 255, 255])
  drawLines({ ...brush, page: turned }, { x: box.y, y: box.x, width: box.height, height: box.width })
  for (let row = 0; row < page.height; row++)
    for (let column = 0; column < page.width; column++) {
      const from = 3 * (column * turned.width + turned.width - 1 - row)
      if (turned.data[from]! < 255)
        page.data.set(turned.data.subarray(from, from + 3), 3 * (row * page.width + column))
    }
}

/** A landscape with hills, without a border. */
function drawPicture(page: Raster, box: Rectangle, random: Random): void {
  const noise = createNoise(random)
  const shade = (low: number, high: number): Colour => [
    random.between(low, high),
    random.between(low, high),
    random.between(low, high),
  ]
  const [sky, ground] = [shade(120, 235), shade(20, 140)]
  const horizon = random.between(0.25, 0.6)
  const [left, top] = [Math.round(box.x), Math.round(box.y)]
  const right = Math.min(page.width, Math.round(box.x + box.width))
  const bottom = Math.min(page.height, Math.round(box.y + box.height))
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      const [u, v] = [(column - left) / box.width, (row - top) / box.height]
      const share = Math.min(1, Math.max(0, (v - horizon + 0.25 * noise(u * 7, 3)) * 12))
      const texture = 0.75 + 0.5 * noise(u * 45, v * 30) * share + 0.25 * noise(u * 5, v * 4)
      const at = 3 * (row * page.width + column)
      for (let c = 0; c < 3; c++)
        page.data[at + c] = Math.min(255, (sky[c]! * (1 - share) + ground[c]! * share) * texture)
    }
  }
}

function brushOn(page: Raster, random: Random): Brush {
  return { page, random, ink: [24, 24, 30], unit: page.height / random.between(55, 110) }
}

function paperOf(random: Random): Colour {
  const white = random.between(215, 250)
  const warmth = random.between(-4, 22)
  return [white, white - warmth / 3, white - warmth]
}

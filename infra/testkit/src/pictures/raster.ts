import type { Quad } from '@equerre/geometry/quad'

export type Colour = readonly [red: number, green: number, blue: number]

/** Interleaved 8-bit RGB. */
export type Raster = { readonly width: number; readonly height: number; readonly data: Uint8Array }

export type Rectangle = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export function createRaster(width: number, height: number, [red, green, blue]: Colour): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at += 3) {
    data[at] = red
    data[at + 1] = green
    data[at + 2] = blue
  }
  return { width, height, data }
}

/** Fills the pixels whose indices lie in the rectangle; parts outside the raster are ignored. */
export function fillRectangle(raster: Raster, { x, y, width, height }: Rectangle, colour: Colour): void {
  const left = Math.max(0, Math.round(x))
  const right = Math.min(raster.width, Math.round(x + width))
  const bottom = Math.min(raster.height, Math.round(y + height))
  for (let row = Math.max(0, Math.round(y)); row < bottom; row++) {
    for (let column = left; column < right; column++)
      raster.data.set(colour, (row * raster.width + column) * 3)
  }
}

/** How far a point lies inside a clockwise convex quad, in pixels; negative outside. */
export function createInset(quad: Quad): (x: number, y: number) => number {
  const sides = quad.map(([x0, y0], i) => {
    const [x1, y1] = quad[(i + 1) % 4]!
    const length = Math.hypot(x1 - x0, y1 - y0)
    const nx = (y0 - y1) / length
    const ny = (x1 - x0) / length
    return { nx, ny, offset: nx * x0 + ny * y0 }
  })
  const [s0, s1, s2, s3] = sides as [
    (typeof sides)[0],
    (typeof sides)[0],
    (typeof sides)[0],
    (typeof sides)[0],
  ]
  return (x, y) =>
    Math.min(
      s0.nx * x + s0.ny * y - s0.offset,
      s1.nx * x + s1.ny * y - s1.offset,
      s2.nx * x + s2.ny * y - s2.offset,
      s3.nx * x + s3.ny * y - s3.offset,
    )
}

/** Paints a filled clockwise convex quad with soft one-pixel borders. */
export function fillQuad(raster: Raster, quad: Quad, colour: Colour): void {
  const inset = createInset(quad)
  forEachPixelNear(raster, quad, (column, row, at) => {
    const cover = Math.min(1, Math.max(0, inset(column + 0.5, row + 0.5) + 0.5))
    for (let c = 0; c < 3 && cover > 0; c++) {
      raster.data[at + c] = raster.data[at + c]! * (1 - cover) + colour[c]! * cover
    }
  })
}

/** Visits the pixels of the quad's bounding box, enlarged by one pixel. */
export function forEachPixelNear(
  raster: Raster,
  quad: Quad,
  visit: (column: number, row: number, at: number) => void,
): void {
  const xs = quad.map(([x]) => x)
  const ys = quad.map(([, y]) => y)
  const left = Math.max(0, Math.floor(Math.min(...xs)) - 1)
  const right = Math.min(raster.width, Math.ceil(Math.max(...xs)) + 1)
  const bottom = Math.min(raster.height, Math.ceil(Math.max(...ys)) + 1)
  for (let row = Math.max(0, Math.floor(Math.min(...ys)) - 1); row < bottom; row++) {
    for (let column = left; column < right; column++) visit(column, row, (row * raster.width + column) * 3)
  }
}

/** A raster turned clockwise about its middle, at the same size, on white ground: a sheet that lay askew in a scanner. */
export function askew({ width, height, data }: Raster, degrees: number): Raster {
  const turned = createRaster(width, height, [255, 255, 255])
  const angle = (degrees * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [right, down] = [column + 0.5 - width / 2, row + 0.5 - height / 2]
      const x = Math.floor(width / 2 + right * cos + down * sin)
      const y = Math.floor(height / 2 + down * cos - right * sin)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const from = (y * width + x) * 3
      turned.data.set(data.subarray(from, from + 3), (row * width + column) * 3)
    }
  }
  return turned
}

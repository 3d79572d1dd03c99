import type { Size } from '@equerre/geometry/spaces'
import type { Overhang } from '../rectify/decode-plan.ts'
import { latticeSize, latticeStep, type Lattice } from '../rectify/warp.ts'
import { seenAt, type Sheet } from './sheet.ts'

/** For a flat page of that size, in pixels: where each place of it lies on the straightened one. */
export function latticeOf(sheet: Sheet, page: Size): Lattice {
  const { columns, rows } = latticeSize(page)
  const lattice = new Float32Array(2 * columns * rows)
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 2) {
      const [u, v] = [(column * latticeStep) / page.width, (row * latticeStep) / page.height]
      const [x, y] = seenAt(sheet, [u, v])
      lattice[at] = (x / sheet.width - u) * page.width
      lattice[at + 1] = (y / sheet.height - v) * page.height
    }
  }
  return lattice
}

/** How far the places of a lattice lie beyond the page's rectangle. */
export function overhangOf(lattice: Lattice, page: Size): Overhang {
  const { columns } = latticeSize(page)
  const overhang = { left: 0, top: 0, right: 0, bottom: 0 }
  for (let at = 0; at < lattice.length; at += 2) {
    const node = at / 2
    const x = (node % columns) * latticeStep + lattice[at]!
    const y = Math.floor(node / columns) * latticeStep + lattice[at + 1]!
    overhang.left = Math.max(overhang.left, -x)
    overhang.top = Math.max(overhang.top, -y)
    overhang.right = Math.max(overhang.right, x - page.width)
    overhang.bottom = Math.max(overhang.bottom, y - page.height)
  }
  return overhang
}

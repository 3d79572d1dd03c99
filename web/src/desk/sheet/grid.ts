import type { Size } from '@equerre/geometry/spaces'

/*
 * Layout of the contact sheet. All tiles have one size, so a tile's position follows from its index and only visible tiles need to be
 * rendered. Coordinates are CSS pixels from the sheet's top left corner.
 */

export type Grid = { readonly columns: number; readonly tile: Size }
export type Place = { readonly x: number; readonly y: number }

export const gapPx = 12

/** As many columns as fit into `width`; tiles fill it, at least as wide as `least` and exactly as high. */
export function gridOf(width: number, least: Size): Grid {
  const columns = Math.max(1, Math.floor((width + gapPx) / (least.width + gapPx)))
  return {
    columns,
    tile: { width: Math.max(0, (width - gapPx * (columns - 1)) / columns), height: least.height },
  }
}

/** Top left corner of a slot. */
export function placeOf({ columns, tile }: Grid, slot: number): Place {
  return {
    x: (slot % columns) * (tile.width + gapPx),
    y: Math.floor(slot / columns) * (tile.height + gapPx),
  }
}

export function heightOf({ columns, tile }: Grid, total: number): number {
  return Math.ceil(total / columns) * (tile.height + gapPx)
}

/** The slot nearest to a tile whose top left corner is at `x`, `y`. */
export function nearestSlot({ columns, tile }: Grid, { x, y }: Place, total: number): number {
  const column = clamp(Math.round(x / (tile.width + gapPx)), columns - 1)
  const row = Math.max(0, Math.round(y / (tile.height + gapPx)))
  return clamp(row * columns + column, total - 1)
}

/** Range of slots that intersect `top` to `bottom`; `to` is exclusive. */
export function slotsIn(
  { columns, tile }: Grid,
  { top, bottom }: { readonly top: number; readonly bottom: number },
): readonly [from: number, to: number] {
  const row = tile.height + gapPx
  const from = Math.max(0, Math.floor((top + gapPx) / row))
  return [from * columns, Math.max(from, Math.ceil(bottom / row)) * columns]
}

/** Slot of tile `index` while the tile at `from` is carried to `to`: the tiles between make room. */
export function slotOf(index: number, { from, to }: { readonly from: number; readonly to: number }): number {
  if (index === from) return to
  if (from < index && index <= to) return index - 1
  return to <= index && index < from ? index + 1 : index
}

type Steps = { readonly slot: number; readonly columns: number; readonly total: number }

/** Slot that a key leads to; null for other keys. */
export function slotAfter(key: string, { slot, columns, total }: Steps): number | null {
  const ways: Readonly<Record<string, number>> = {
    ArrowLeft: slot - 1,
    ArrowRight: slot + 1,
    ArrowUp: slot < columns ? slot : slot - columns,
    ArrowDown: slot + columns,
    Home: 0,
    End: total - 1,
  }
  const to = ways[key]
  return to === undefined ? null : clamp(to, total - 1)
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value))
}

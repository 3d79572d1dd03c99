import { paperPoints } from '@equerre/geometry/paper'
import type { Size } from '@equerre/geometry/spaces'

/** A sheet and where on it its pictures stand, in points of 1/72 inch from the top left. */
export type Sheet = { readonly sizePt: Size; readonly boxes: readonly Box[] }
type Box = Size & { readonly left: number; readonly top: number }

const a4 = paperPoints('a4')
const card = paperPoints('id1')

/** A sheet as large as its page. */
export function ownSheet(page: Size): Sheet {
  return { sizePt: page, boxes: [{ left: 0, top: 0, ...page }] }
}

/** A4, upright or lying as the page does, with the page in the middle: reduced if need be, never enlarged. */
export function a4Sheet(page: Size): Sheet {
  const sizePt = page.width > page.height ? turned(a4) : a4
  const scale = Math.min(1, sizePt.width / page.width, sizePt.height / page.height)
  const size = { width: page.width * scale, height: page.height * scale }
  return { sizePt, boxes: [centred(size, { left: 0, top: 0, ...sizePt })] }
}

/** Both sides of a card at their true size, each in the middle of one half of an A4. */
export function cardSheet(sides: readonly Size[]): Sheet {
  const height = a4.height / sides.length
  const boxes = sides.map((side, index) =>
    centred(side.width < side.height ? card : turned(card), {
      left: 0,
      top: index * height,
      width: a4.width,
      height,
    }),
  )
  return { sizePt: a4, boxes }
}

function turned({ width, height }: Size): Size {
  return { width: height, height: width }
}

function centred(size: Size, within: Box): Box {
  return {
    left: within.left + (within.width - size.width) / 2,
    top: within.top + (within.height - size.height) / 2,
    ...size,
  }
}

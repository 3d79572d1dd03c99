import type { Point } from '@equerre/geometry/point'
import { grayFromRgb } from '../pixels.ts'
import { traceSides, tracedPoint } from './edges.ts'
import type { Edge, Evidence, Line } from './fit.ts'
import { lineSteps, type LineStep } from './lines.ts'
import { cornersOf, transposed, transposedBox, type Look } from './look.ts'

/** An edge is where the paper begins, but paper is thick and throws a shadow. */
const edgeSdPx = 1

/**
 * What a look at the page says about its shape, in shares of the page's diagonal; the network is asked later, if at all. What runs
 * down the page is looked for when it is asked for: most pages seem flat without it.
 */
export function evidenceIn({ image, page }: Look): Evidence {
  const diagonal = Math.hypot(page.width, page.height)
  const onPage: OnPage = (x, y) => [(x - page.left) / diagonal, (y - page.top) / diagonal]
  const gray = grayFromRgb(image)
  const line = ({ x, y, sdPx }: LineStep): Line => ({
    ends: [onPage(x[0], y[0]), onPage(x[1], y[1])],
    axis: 1,
    sd: sdPx / diagonal,
  })
  const lines = lineSteps(gray, page).map(line)
  let plumb: Line[] | undefined
  return {
    lines,
    get plumb() {
      return (plumb ??= lineSteps(transposed(gray), transposedBox(page)).map(({ x, y, sdPx }): Line => ({
        ...line({ x: y, y: x, sdPx }),
        axis: 0,
      })))
    },
    edges: edgesOf({ image, page }, onPage, diagonal),
    network: null,
  }
}

type OnPage = (x: number, y: number) => Point

function edgesOf({ image, page }: Look, onPage: OnPage, diagonal: number): Edge[] {
  const quad = cornersOf(page)
  return traceSides(image, quad, page.left).flatMap((side, i) =>
    (side?.along ?? []).map((along, at) => {
      const [x, y] = tracedPoint([quad[i]!, quad[(i + 1) % 4]!], along, side!.inwardPx[at]!)
      return { seen: onPage(x, y), side: i as 0 | 1 | 2 | 3, sd: edgeSdPx / diagonal }
    }),
  )
}

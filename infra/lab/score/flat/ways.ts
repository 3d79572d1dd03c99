import { homographyBetween } from '@equerre/geometry/homography'
import { frameQuad } from '@equerre/geometry/quad'
import type { Size } from '@equerre/geometry/spaces'
import type { Corners } from '@equerre/contract/detourage'
import { loadBendModel } from '@equerre/vision-worker/src/adapters/bend-model.ts'
import { openStopwatch } from '@equerre/vision-worker/src/adapters/stopwatch.ts'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import { fitSheet, type Evidence } from '@equerre/vision-worker/src/core/flatten/fit.ts'
import { askedSight, shapeIn, sightOf, type Sight } from '@equerre/vision-worker/src/core/flatten/flatten.ts'
import type { Sheet } from '@equerre/vision-worker/src/core/flatten/sheet.ts'
import type { RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { framedBy, seeShape } from '@equerre/vision-worker/src/flow/see-shape.ts'
import { cutOut, type BentPage, type Cut } from './bent-page.ts'
import { courseOf, type Course } from './distortion.ts'
import { peerNames, type PeerCut, type Peers } from './peers.ts'

/** What one way of straightening made of a page. */
export type Made = {
  readonly way: string
  readonly image: RgbImage
  /** On the photograph. */
  readonly course: Course
  /** Whether it did anything; where not, the page is as it was given. */
  readonly changed: boolean
  readonly unsure: boolean
  readonly cpuMs: number | null
}

export const ownWays = ['four corners', 'flattened'] as const

const askBend = await loadBendModel()
export const tools = { warp: chooseWarp().warp, timed: openStopwatch().timed, bendModel: async () => askBend }

export async function ownResults(page: BentPage): Promise<Made[]> {
  const { preview, corners, shot } = page
  const before = process.cpuUsage()
  const shape = await seeShape(
    { pageInfo: { kind: 'photo', focal: shot.focal } },
    { preview: { image: preview }, zone: { corners: corners as unknown as Corners } },
    tools,
  )
  const { user, system } = process.cpuUsage(before)
  const flattened = madeWith(page, 'flattened', shape.sheet)
  return [
    madeWith(page, 'four corners', null),
    { ...flattened, unsure: shape.bend > 0 && !shape.sheet, cpuMs: (user + system) / 1_000 },
  ]
}

/** One kind of evidence each, or without the network's word, as cautious as ever; and what shapes a sheet, believed without asking. */
const ablations: Readonly<Record<string, (sight: Sight) => Sheet | null>> = {
  'edges alone': ({ evidence: { edges }, ...sight }) =>
    shapeIn({ ...sight, evidence: { ...nothing, edges } }).sheet,
  'lines alone': ({ evidence: { lines, plumb }, ...sight }) =>
    shapeIn({ ...sight, evidence: { ...nothing, lines, plumb } }).sheet,
  'edges alone, no gate': ({ flat, evidence: { edges } }) => fitSheet(flat, { ...nothing, edges }),
  'lines alone, no gate': ({ flat, evidence: { lines, plumb } }) =>
    fitSheet(flat, { ...nothing, lines, plumb }),
  'all but the network': ({ evidence, ...sight }) =>
    shapeIn({ ...sight, evidence: { ...evidence, network: null } }).sheet,
  'all but the network, no gate': ({ flat, evidence }) => fitSheet(flat, { ...evidence, network: null }),
  'network alone, no gate': ({ flat, evidence: { network } }) => fitSheet(flat, { ...nothing, network }),
  'all, no gate': ({ flat, evidence }) => fitSheet(flat, evidence),
}

const nothing: Evidence = { lines: [], plumb: [], edges: [], network: null }

export const ablationWays = Object.keys(ablations)

export async function ablationResults(page: BentPage): Promise<Made[]> {
  const { preview, corners, shot } = page
  const seen = sightOf(framedBy(corners, preview, shot.focal), tools.warp)
  const sight = seen && askBend ? await askedSight(seen, askBend) : seen
  return Object.entries(ablations).map(([way, sheetOf]) => madeWith(page, way, sight && sheetOf(sight)))
}

export async function peerResults(page: BentPage, peers: Peers): Promise<Made[]> {
  const straightened = cutBy(page, null)
  const made = await peers({ straightened: straightened.image, photograph: page.shot.photo })
  return peerNames.map((way) => {
    const ofPhotograph = way === 'UVDoc, photograph'
    const cut = made[way]
    if (!cut) return { ...madeWith(page, way, null), changed: false }
    const at = ofPhotograph ? cut.at : cut.at.map(([x, y]) => placed(straightened.source({ x, y })))
    // The photograph's proportions say nothing of the page's, which the others were given.
    const image = ofPhotograph ? scaled(cut, straightened.image) : cut.image
    return {
      way,
      image,
      course: { ...cut, size: cut.image, at },
      changed: true,
      unsure: false,
      cpuMs: cut.cpuMs,
    }
  })
}

function placed({ x, y }: { readonly x: number; readonly y: number }) {
  return [x, y] as const
}

function scaled({ image }: PeerCut, { width, height }: Size): RgbImage {
  const size = { width, height }
  return tools.warp(image, homographyBetween(frameQuad(size), frameQuad(image)), size)
}

function madeWith(page: BentPage, way: string, sheet: Sheet | null): Made {
  const { image, source } = cutBy(page, sheet)
  const course = courseOf(source, image)
  return { way, image, course, changed: sheet !== null, unsure: false, cpuMs: null }
}

function cutBy({ shot, quad, work }: BentPage, sheet: Sheet | null): Cut {
  return cutOut(shot.photo, { quad, sheet, paper: { width: work.widthMm, height: work.heightMm } })
}

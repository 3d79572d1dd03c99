import type { RectifyOptions, RenderOptions, Turn } from '@equerre/contract/detourage'
import type { Limits } from '@equerre/contract/limits'
import { quadOfTurnedPage } from '@equerre/geometry/quad'
import type { Options } from '../intake/options.ts'
import { namedDocument } from '../documents.ts'
import { correctionCost } from '../job.ts'
import type { Job } from '../job.ts'

/** How a finished page looks: colours, light, turn, and whether a curved sheet is flattened. `text`: it is read, too. */
export type Look = Pick<RectifyOptions, 'filter' | 'relighting'> & {
  readonly turn: Turn
  readonly flatten: 'auto' | 'off'
  readonly text?: boolean
}

/** The look asked for. `agreed`: spending a credit on it was confirmed. */
export type Wanted = Look & { readonly agreed: boolean }

/** The choices offered. */
const modes = {
  photo: { filter: 'color', relighting: false },
  scan: { filter: 'color', relighting: true },
  bw: { filter: 'bw', relighting: false },
} as const satisfies Readonly<Record<string, Pick<Look, 'filter' | 'relighting'>>>
export type Mode = keyof typeof modes
export const modeNames = Object.keys(modes) as Mode[]

/** What a new rendering changes: the mode, a quarter turn to the right, whether it is flattened, or that the page is read. */
export type Change = Mode | 'turn' | 'flat' | 'text'

const quarter = 90

/** The mode of a look; null for a grey page. */
export function modeOf({ filter, relighting }: Pick<Look, 'filter' | 'relighting'>): Mode | null {
  // Lighting makes no visible difference to two tones.
  if (filter === 'bw') return 'bw'
  return (
    modeNames.find((name) => modes[name].filter === filter && modes[name].relighting === relighting) ?? null
  )
}

/** The look of the result as the service made it; null if there is none that can be rendered again. */
export function madeLook({ status, rectify }: Job): Look | null {
  // Results of the previous release do not say how they look.
  if (status !== 'done' || !rectify?.artifacts.warped_path || rectify.capture_id === undefined) return null
  const { filter, relighting, turn } = rectify
  const flatten = rectify.flatten ?? 'auto'
  return { filter, relighting, turn, flatten, ...(textPath(rectify) !== null && { text: true }) }
}

/** Where the text of a page is; null if it was not read, or by a previous release, which cannot. */
export function textPath({ artifacts }: NonNullable<Job['rectify']>): string | null {
  return artifacts.plain_text_path ?? null
}

/** The look to show: the one asked for, if it is still being made. */
export function shownLook(job: Job): Look | null {
  const made = madeLook(job)
  return made && (job.wanted ?? made)
}

/** Whether the page shows a curved sheet that is flat now, or could be. */
export function hasBend({ rectify }: Job): boolean {
  return (rectify?.bend ?? 0) > 0 && (rectify?.flattened === true || rectify?.flatten === 'off')
}

export function lookAfter(look: Look, change: Change): Look {
  if (change === 'turn') return { ...look, turn: turnedBy(look.turn, quarter) }
  if (change === 'flat') return { ...look, flatten: look.flatten === 'auto' ? 'off' : 'auto' }
  if (change === 'text') return { ...look, text: true }
  return { ...look, ...modes[change] }
}

export function sameLook(one: Look, other: Look): boolean {
  const isRead = one.text === true
  const isAlike =
    one.turn === other.turn && one.relighting === other.relighting && one.filter === other.filter
  return isAlike && one.flatten === other.flatten && isRead === (other.text === true)
}

export function turnedBy(turn: number, degrees: number): Turn {
  return ((((turn + degrees) % 360) + 360) % 360) as Turn
}

type Free = Partial<Pick<Limits, 'renderingsPerCapture' | 'freeCorrectionsPerCapture'>>

/**
 * Credits for one more rendering.
 * @param free how many are free
 * @param before renderings already in progress
 */
export function renderingCost(job: Job, free: Free, before = 0): 0 | 1 {
  // A free correction cannot be rendered again; it is corrected again, to the same corners.
  if (job.rectify?.capture_id == null)
    return correctionCost(
      { ...job, corrections: job.corrections + before },
      free.freeCorrectionsPerCapture ?? 0,
    )
  return job.freeRenderings + before < (free.renderingsPerCapture ?? 0) ? 0 : 1
}

/** The options of the rectify call that makes a rendering. */
export type RenderRequest = Partial<RectifyOptions> | RenderOptions

/** @param usual options for a page whose own are not known */
export function renderRequest(job: Job, look: Look, usual: Options): RenderRequest {
  const { rectify, options } = job
  if (rectify === null) throw new Error('nothing to render in another way')
  const { filter, relighting, turn, flatten, text } = look
  // A gateway that does not tell a sheet's shape refuses the option.
  const shape = rectify.flattened == null ? {} : { flatten }
  const read = { ...shape, ...(text === true && { text }) }
  if (rectify.capture_id !== null) return { render_of: rectify.capture_id, filter, relighting, turn, ...read }
  const corners = quadOfTurnedPage(rectify.corners, turnedBy(turn, -rectify.turn))
  return { ...(options ?? usual), ...namedDocument(job), filter, relighting, ...read, corners }
}

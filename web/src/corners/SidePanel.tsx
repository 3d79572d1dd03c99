import { quadToRelative } from '@equerre/geometry/spaces'
import type { PreviewQuad } from '@equerre/geometry/spaces'
import { formatDegrees, formatShare } from '#words/format'
import type { Options } from '../jobs/intake/options.ts'
import { camscanWords } from '#words/camscan'
import { Icon } from '../ui/drawings/Icon.tsx'
import { quadAngles } from './quad/angles.ts'
import type { Editor, EditorEvent } from './quad/editor.ts'
import { sameHandle } from './quad/handles.ts'
import type { Handle } from './quad/handles.ts'
import { directions } from './keys.ts'
import { LivePreview } from './LivePreview.tsx'
import { sameZone } from './quad/zones.ts'
import type { Zone, Zones } from './quad/zones.ts'
import { SpreadControl } from './SpreadControl.tsx'
import type { SpreadProps } from './SpreadControl.tsx'
import { classes } from '../ui/classes.ts'
import * as credit from '../ui/sheets/credit.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './SidePanel.module.css'

const words = camscanWords.corners

/** Maximum size of the live page, in canvas pixels. */
const liveBox = { width: 480, height: 448 }
const halfBox = { width: 230, height: 448 }

type PanelProps = {
  readonly photo: HTMLImageElement
  readonly editor: Editor
  readonly paper: Options['paper']
  /** Focal length in long sides of the photo, if the file records it. */
  readonly focal: number | undefined
  readonly zones: Zones
  /** What is cut out: each page clockwise from its own top left. */
  readonly pages: readonly PreviewQuad[]
  /** Of a zone that may be an open book. */
  readonly spread: SpreadProps | null
  /** Why the page needs a review, if known. */
  readonly reason: string | null
  readonly priceText: string
  /** The page is one of several in a review. */
  readonly reviewing: boolean
  readonly dispatch: (event: EditorEvent) => void
}

/** A live preview of the straightened page, the corner coordinates, and ways to move them without dragging. */
export function SidePanel(props: PanelProps) {
  const { photo, editor, paper, focal, zones, pages, spread, reason, priceText, reviewing, dispatch } = props
  const others = othersOf(zones, editor.zone)
  return (
    <aside className={styles.panel}>
      <div className={styles.live}>
        {pages.map((quad, index) => (
          <LivePreview
            key={index}
            {...{ photo, paper, focal, quad }}
            box={pages.length > 1 ? halfBox : liveBox}
          />
        ))}
      </div>
      <div className={styles.sections}>
        {reason && <p className={classes(styles.section, styles.reason)}>{reason}</p>}
        {others.length > 0 && <OtherZones {...{ photo, editor, others, dispatch }} />}
        {spread && <SpreadControl {...spread} />}
        <CornerList editor={editor} dispatch={dispatch} />
        <NudgePad editor={editor} dispatch={dispatch} />
        <KeyList reviewing={reviewing} />
        <p className={styles.price}>
          <i className={credit.square} />
          {priceText}
        </p>
      </div>
    </aside>
  )
}

/** Runner-up zones are the same page, so they keep its current orientation. */
function othersOf({ documents, alternatives }: Zones, { start }: Zone): Zone[] {
  return [...documents, ...alternatives.map((quad) => ({ quad, start }))]
}

type OthersProps = Pick<PanelProps, 'photo' | 'editor' | 'dispatch'> & { readonly others: readonly Zone[] }

function OtherZones({ photo, editor, others, dispatch }: OthersProps) {
  const { width, height } = editor.size
  return (
    <div className={styles.section} role="group" aria-label={words.others}>
      <b aria-hidden="true">{words.others}</b>
      <div className={styles.others}>
        {others.map((zone, index) => (
          <button
            key={index}
            type="button"
            aria-label={words.other(index + 1)}
            aria-pressed={sameZone(zone, editor.zone)}
            onClick={() => dispatch({ type: 'replaced', zone })}
          >
            <img src={photo.src} alt="" />
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
              <path d={`M${zone.quad.map(([x, y]) => `${x} ${y}`).join('L')}Z`} />
            </svg>
          </button>
        ))}
      </div>
    </div>
  )
}

type ControlProps = Pick<PanelProps, 'editor' | 'dispatch'>

/** Reading order in the photo, not the order around the zone. */
const placeOrder = [0, 1, 3, 2] as const

function CornerList({ editor, dispatch }: ControlProps) {
  const angles = quadAngles(editor.zone.quad)
  const places = quadToRelative(editor.zone.quad, editor.size)
  return (
    <div className={classes(styles.section, styles.wideOnly)}>
      <b>
        {words.list} <span className={prose.mono}>{words.unit}</span>
      </b>
      <div className={styles.corners}>
        {placeOrder.map((index) => {
          const handle: Handle = { kind: 'corner', index }
          const [x, y] = places[index]
          return (
            <button
              key={index}
              type="button"
              aria-pressed={sameHandle(editor.chosen, handle)}
              onClick={() => dispatch({ type: 'chosen', handle })}
            >
              <span className={styles.corner}>
                {words.names[index]}
                <b>{formatDegrees(angles[index])}</b>
              </span>
              <em>{words.place(formatShare(x), formatShare(y))}</em>
            </button>
          )
        })}
      </div>
    </div>
  )
}

const nudges = [
  ['left', 'left'],
  ['up', 'up'],
  ['down', 'down'],
  ['right', 'arrow'],
] as const

function NudgePad({ editor, dispatch }: ControlProps) {
  const handle: Handle = editor.chosen ?? { kind: 'corner', index: 0 }
  const label = (handle.kind === 'corner' ? words.corners : words.sides)[handle.index]
  return (
    <div className={styles.section}>
      <b>{label}</b>
      <div className={styles.nudge}>
        <div className={styles.pad} role="group" aria-label={words.move(label)}>
          {nudges.map(([direction, icon]) => (
            <button
              key={direction}
              type="button"
              aria-label={words.directions[direction]}
              onClick={() => dispatch({ type: 'nudged', handle, by: directions[direction] })}
            >
              <Icon name={icon} small />
            </button>
          ))}
        </div>
        <span className={prose.faint}>{words.step(1)}</span>
      </div>
      <p className={styles.tip}>{words.hint}</p>
    </div>
  )
}

function KeyList({ reviewing }: { reviewing: boolean }) {
  const keys = [
    ['← ↑ → ↓', words.keys.arrows],
    ['R', words.keys.reset],
    ['F', words.keys.whole],
    ['[ ]', words.keys.turn],
    ['Ctrl Z', words.keys.undo],
    ...(reviewing ? [['J K', words.keys.next] as const] : []),
  ] as const
  return (
    <div className={classes(styles.section, styles.wideOnly)}>
      <b>{words.keyboard}</b>
      <dl className={styles.keys} id="ed-keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

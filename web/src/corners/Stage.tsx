import type { PreviewQuad } from '@equerre/geometry/spaces'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { formatShare } from '#words/format'
import { camscanWords } from '#words/camscan'
import { useBox } from '../ui/browser/use-box.ts'
import type { Editor, EditorEvent } from './quad/editor.ts'
import { handlePlace, handles, sameHandle } from './quad/handles.ts'
import type { Handle } from './quad/handles.ts'
import { arrowOf } from './keys.ts'
import { Loupe } from './Loupe.tsx'
import { usePointerDrag } from './use-pointer-drag.ts'
import * as styles from './Stage.module.css'

type StageProps = {
  readonly photo: HTMLImageElement
  readonly name: string
  readonly editor: Editor
  /** The detected zone, dotted beneath the current one. */
  readonly detected: PreviewQuad
  /** What is cut out: the zone, or both pages of it. */
  readonly pages: readonly PreviewQuad[]
  readonly dispatch: (event: EditorEvent) => void
}

const words = camscanWords.corners
/** Margin around the photo for handles at its corners; smaller on narrow stages. */
const marginPx = { narrow: 14, wide: 28 }
const narrowBelowPx = 600

/** The photo with its zone and the handles to move it. */
export function Stage({ photo, name, editor, detected, pages, dispatch }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const box = useBox(stage)
  const { width, height } = editor.size
  const margin = box.width < narrowBelowPx ? marginPx.narrow : marginPx.wide
  const scale = Math.max(0.01, Math.min((box.width - 2 * margin) / width, (box.height - 2 * margin) / height))
  const focus = (handle: Handle) =>
    stage.current
      ?.querySelector<HTMLElement>(`[data-handle="${idOf(handle)}"]`)
      ?.focus({ preventScroll: true })
  const hand = usePointerDrag({ editor, scale, dispatch, focus })
  return (
    <div className={styles.stage} ref={stage} {...hand}>
      <div className={styles.photo} data-photo style={{ width: width * scale, height: height * scale }}>
        <img src={photo.src} alt={words.photoAlt(name)} draggable={false} />
        <Outlines {...{ editor, detected, pages }} />
        <div role="group" aria-label={words.stage}>
          {handles.map((handle) => (
            <HandleButton key={idOf(handle)} {...{ editor, handle, scale, dispatch }} />
          ))}
        </div>
      </div>
      {editor.chosen !== null && (editor.grabbed !== null || editor.nudging) && (
        <Loupe photo={photo} quad={editor.zone.quad} handle={editor.chosen} scale={scale} />
      )}
      <p className={styles.fault} role="status">
        {editor.fault !== null && words[editor.fault]}
      </p>
    </div>
  )
}

function Outlines({ editor, detected, pages }: Pick<StageProps, 'editor' | 'detected' | 'pages'>) {
  const { width, height } = editor.size
  const zone = pages.map(pathOf).join('')
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path className={styles.outside} d={`M0 0H${width}V${height}H0Z${pathOf(editor.zone.quad)}`} />
      <path className={styles.detected} d={pathOf(detected)} />
      <path className={styles.edgeCasing} d={zone} />
      <path className={styles.edge} d={zone} />
    </svg>
  )
}

type HandleProps = {
  readonly editor: Editor
  readonly handle: Handle
  readonly scale: number
  readonly dispatch: (event: EditorEvent) => void
}

function HandleButton({ editor, handle, scale, dispatch }: HandleProps) {
  const {
    zone: { quad },
    size,
    chosen,
  } = editor
  const [x, y] = handlePlace(quad, handle)
  const label = (handle.kind === 'corner' ? words.corners : words.sides)[handle.index]
  const nudge = (event: KeyboardEvent) => {
    const by = arrowOf(event)
    if (by === null) return
    event.preventDefault()
    dispatch({ type: 'nudged', handle, by })
  }
  return (
    <button
      type="button"
      className={sameHandle(chosen, handle) ? styles.chosen : undefined}
      data-handle={idOf(handle)}
      aria-label={words.at(label, formatShare(x / size.width), formatShare(y / size.height))}
      aria-describedby="ed-keys"
      style={{ left: x * scale, top: y * scale, rotate: `${tilt(quad, handle)}rad` }}
      onFocus={() => dispatch({ type: 'chosen', handle })}
      onKeyDown={nudge}
    />
  )
}

/** Angle of a side on screen, in radians; 0 for corners. */
function tilt(quad: PreviewQuad, { kind, index }: Handle): number {
  const next = quad[(index + 1) % 4] ?? quad[0]
  return kind === 'corner' ? 0 : Math.atan2(next[1] - quad[index][1], next[0] - quad[index][0])
}

function idOf({ kind, index }: Handle): string {
  return `${kind}-${index}`
}

function pathOf(quad: PreviewQuad): string {
  return `M${quad.map(([x, y]) => `${x} ${y}`).join('L')}Z`
}

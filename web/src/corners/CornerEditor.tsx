import type { Corners } from '@equerre/contract/detourage'
import { quadToRelative } from '@equerre/geometry/spaces'
import type { PreviewQuad, Size } from '@equerre/geometry/spaces'
import { useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { mayBeSpread } from '../jobs/documents.ts'
import type { Job } from '../jobs/job.ts'
import { doubtsOf, nameOf } from '../jobs/status.ts'
import type { Options } from '../jobs/intake/options.ts'
import { camscanWords } from '#words/camscan'
import { shellWords } from '#words/shell'
import { CloseButton } from '../ui/CloseButton.tsx'
import { Icon } from '../ui/drawings/Icon.tsx'
import { isChanged, isTouched, openEditor, reduceEditor } from './quad/editor.ts'
import type { Editor, EditorEvent } from './quad/editor.ts'
import { commandOf } from './keys.ts'
import type { Command } from './keys.ts'
import { SidePanel } from './SidePanel.tsx'
import { Stage } from './Stage.tsx'
import { Toolbar } from './Toolbar.tsx'
import { pagesOfSpread } from './quad/spread.ts'
import { quadFault } from './quad/validity.ts'
import { pageOf, turned, zonesOf } from './quad/zones.ts'
import type { Zone, Zones } from './quad/zones.ts'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './CornerEditor.module.css'

const words = camscanWords.corners

/** A review of several pages, one by one. */
export type Review = {
  readonly position: number
  readonly total: number
  readonly move: (by: 1 | -1) => void
  readonly accept: () => void
}

type EditorProps = {
  /** Id of the title, for the surrounding dialog. */
  readonly titleId: string
  readonly job: Job
  readonly photo: HTMLImageElement
  readonly options: Options
  /** Credits charged for applying the corners of one page, or of both pages of an open book. */
  readonly priceOf: (pages: readonly Corners[]) => number
  readonly balance: number | null
  readonly review: Review | null
  readonly onChanged: (changed: boolean) => void
  readonly onApply: (pages: readonly Corners[], options: Options) => void
  readonly onClose: () => void
}

/** « Corriger la zone »: the corners of one page on its photo. */
export function CornerEditor(props: EditorProps) {
  const { titleId, job, photo, options, priceOf, balance, review, onChanged, onApply, onClose } = props
  const name = nameOf(job)
  const [{ size, zones }] = useState(() => initialState(job, photo))
  const [editor, dispatch] = useReducer(reduceEditor, openEditor(zones.now, size))
  const [paper, setPaper] = useState(options.paper)
  const [fold, setFold] = useState<number | null>(null)
  const page = useMemo(() => pageOf(editor.zone), [editor.zone])
  const pages = useMemo(() => (fold === null ? [page] : pagesOfSpread(page, fold)), [page, fold])
  const corners = pages.map((quad) => relativeCorners(quad, size))
  const price = priceOf(corners)
  const changed = isChanged(editor) || paper !== options.paper || fold !== null
  useEffect(() => {
    document.querySelector<HTMLElement>('[data-handle="corner-0"]')?.focus()
  }, [])
  useLayoutEffect(() => onChanged(changed), [onChanged, changed])
  // Without a result yet, even an unchanged zone can be applied.
  const canApply = (changed || job.rectify === null) && pages.every((quad) => quadFault(quad, size) === null)
  const apply = () => {
    if (canApply) onApply(corners, { ...options, paper })
  }
  const onKeyDown = (event: KeyboardEvent) =>
    runCommand(event, {
      ...zoneCommands(editor, zones, dispatch),
      // In a review, Enter accepts: it never spends credits on an untouched page.
      apply: review && !(canApply && (changed || isTouched(editor))) ? review.accept : apply,
      accept: review?.accept,
      next: () => review?.move(1),
      previous: () => review?.move(-1),
    })
  return (
    <div className={styles.editor} onKeyDown={onKeyDown}>
      <Head {...{ titleId, name, review, onClose }} />
      <Toolbar {...{ editor, zones, paper, dispatch }} onPaper={setPaper} />
      <Stage {...{ photo, name, editor, pages, dispatch }} detected={zones.detected.quad} />
      <SidePanel
        {...{ photo, editor, paper, pages, dispatch }}
        spread={mayBeSpread(job) ? { fold, onFold: setFold } : null}
        focal={job.ingest?.pages[job.page - 1]?.focal}
        zones={zones}
        reason={reasonOf(job)}
        reviewing={review !== null}
        priceText={price === 0 ? words.gratisText : words.priceText(price, balance)}
      />
      <Foot {...{ review, price, canApply, apply, onClose }} empty={job.rectify === null} />
    </div>
  )
}

type HeadProps = Pick<EditorProps, 'titleId' | 'review' | 'onClose'> & { readonly name: string }

function Head({ titleId, name, review, onClose }: HeadProps) {
  return (
    <header className={styles.head}>
      <h2 id={titleId}>{review ? camscanWords.review.title : words.title}</h2>
      {review && <ReviewSteps review={review} />}
      <span className={styles.file}>{name}</span>
      <CloseButton className={styles.close} onClick={onClose} />
    </header>
  )
}

type FootProps = Pick<EditorProps, 'review' | 'onClose'> & {
  readonly price: number
  readonly canApply: boolean
  readonly apply: () => void
  /** There is no result to accept. */
  readonly empty: boolean
}

function Foot({ review, price, canApply, apply, onClose, empty }: FootProps) {
  return (
    <footer className={styles.foot}>
      {review ? (
        <button type="button" className={classes(button.secondary, styles.main)} onClick={review.accept}>
          {empty ? camscanWords.review.leave : camscanWords.review.accept} <kbd>A</kbd>
        </button>
      ) : (
        <button type="button" className={button.ghost} onClick={onClose}>
          {shellWords.leave}
        </button>
      )}
      <button
        type="button"
        className={classes(button.primary, styles.main, styles.apply)}
        aria-disabled={!canApply}
        onClick={apply}
      >
        {words.apply} <span>{price === 0 ? words.gratis : words.price(price)}</span> <kbd>{words.enter}</kbd>
      </button>
    </footer>
  )
}

type Commands = { readonly [C in Command]?: (() => void) | undefined }

function zoneCommands(editor: Editor, zones: Zones, dispatch: (event: EditorEvent) => void): Commands {
  const replace = (zone: Zone) => dispatch({ type: 'replaced', zone })
  return {
    undo: () => dispatch({ type: 'undone' }),
    redo: () => dispatch({ type: 'redone' }),
    reset: () => replace(zones.detected),
    whole: () => replace({ ...editor.zone, quad: zones.whole }),
    turn: () => replace(turned(editor.zone, 1)),
    'turn-back': () => replace(turned(editor.zone, -1)),
  }
}

function ReviewSteps({ review: { position, total, move } }: { review: Review }) {
  return (
    <span className={styles.steps}>
      <button
        type="button"
        className={classes(button.ghost, button.small, button.square)}
        aria-label={camscanWords.review.previous}
        aria-keyshortcuts="K"
        onClick={() => move(-1)}
      >
        <Icon name="left" />
      </button>
      <span className={prose.mono}>{camscanWords.review.position(position, total)}</span>
      <button
        type="button"
        className={classes(button.ghost, button.small, button.square)}
        aria-label={camscanWords.review.next}
        aria-keyshortcuts="J"
        onClick={() => move(1)}
      >
        <Icon name="arrow" />
      </button>
    </span>
  )
}

/** Shortcuts work anywhere in the editor, but buttons keep Enter and select boxes keep letters. */
function runCommand(event: KeyboardEvent, commands: Commands): void {
  const command = commandOf(event)
  const target = event.target as HTMLElement
  if (command === null || target.closest('select') !== null) return
  if (command === 'apply' && target.closest('button:not([data-handle])') !== null) return
  const act = commands[command]
  if (act === undefined) return
  event.preventDefault()
  act()
}

function initialState(job: Job, photo: HTMLImageElement) {
  const size = { width: photo.naturalWidth, height: photo.naturalHeight }
  return { size, zones: zonesOf(job, size) }
}

/** The corners for the API, as fractions rounded to 1e-5. */
function relativeCorners(page: PreviewQuad, size: Size): Corners {
  const rounded = (value: number) => Math.round(value * 1e5) / 1e5
  return quadToRelative(page, size).map(([x, y]) => [rounded(x), rounded(y)]) as unknown as Corners
}

function reasonOf(job: Job): string | null {
  const { detect, corners } = job
  return corners !== null || detect === null || detect.status === 'OK' ? null : doubtsOf(job)
}

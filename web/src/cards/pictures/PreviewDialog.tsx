import type { Size } from '@equerre/geometry/spaces'
import { lazy, Suspense, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject, UIEvent } from 'react'
import { camscanWords } from '#words/camscan'
import { shellWords } from '#words/shell'
import { textWords } from '#words/text'
import { Boundary } from '../../ui/Boundary.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/drawings/Icon.tsx'
import { useBox } from '../../ui/browser/use-box.ts'
import { download } from '../../jobs/desk.ts'
import { useFetched } from '../../jobs/kept/fetched.ts'
import { FetchedPicture } from './FetchedPicture.tsx'
import { arranged } from '../../jobs/arrangement.ts'
import type { Job } from '../../jobs/job.ts'
import { hasPicture, pictureOf, pictureTitles } from '../../jobs/results/pictures.ts'
import type { Picture, PictureKind } from '../../jobs/results/pictures.ts'
import { nameOf } from '../../jobs/status.ts'
import { useDesk } from '../../jobs/store.ts'
import { Trace } from '../Trace.tsx'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as layout from '../../ui/sheets/layout.module.css'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './PreviewDialog.module.css'

const TextPane = lazy(async () => ({ default: (await import('../text/TextPane.tsx')).TextPane }))

const words = camscanWords.preview
const zoomStep = 1.5
const zoomMax = 8

type PreviewProps = {
  /** Id of the card shown first. */
  readonly id: string
  /** One picture, or two side by side. */
  readonly kinds: readonly PictureKind[]
  /** Opens with the page's text beside it. */
  readonly withText?: boolean
  readonly onClose: () => void
}

/** Full-window pictures with a zoom (1 fits the window) and a way to the other cards' pictures. */
export function PreviewDialog({ id, kinds, withText = false, onClose }: PreviewProps) {
  const titleId = useId()
  const [zoom, setZoom] = useState(1)
  const [text, setText] = useState(withText)
  const { job, position, total, move } = useDocuments(id, kinds, onClose)
  const by = (factor: number) => setZoom((now) => Math.min(zoomMax, Math.max(1, now * factor)))
  const turn = (step: 1 | -1) => {
    setZoom(1)
    move(step)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actionOf(event.key, { by, fit: () => setZoom(1), turn: zoom === 1 ? turn : null })
    if (act === null) return
    event.preventDefault()
    act()
  }
  if (job === undefined) return null
  return (
    <Dialog className={styles.dialog} labelledBy={titleId} cover onClose={onClose}>
      <div className={styles.body} onKeyDown={onKeyDown}>
        <div className={styles.head}>
          <h2 id={titleId}>
            <b>{nameOf(job)}</b> <span>{kinds.map((kind) => pictureTitles[kind]).join(' · ')}</span>
          </h2>
          {total > 1 && (
            <span className={classes(prose.mono, styles.position)}>{words.position(position, total)}</span>
          )}
          <button
            type="button"
            className={classes(button.plain, styles.icon)}
            aria-label={shellWords.close}
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
        <div className={classes(styles.content, text && styles.withText)}>
          <Panes key={job.id} job={job} kinds={kinds} zoom={zoom} />
          {text && (
            <Boundary fallback={<p>{shellWords.notLoaded}</p>}>
              <Suspense>
                <TextPane job={job} />
              </Suspense>
            </Boundary>
          )}
        </div>
        <Bar
          {...{ job, kinds, zoom, by, text }}
          fit={() => setZoom(1)}
          turn={total > 1 ? turn : null}
          onText={() => setText(!text)}
        />
      </div>
    </Dialog>
  )
}

type BarProps = {
  readonly job: Job
  readonly kinds: readonly PictureKind[]
  readonly zoom: number
  readonly by: (factor: number) => void
  readonly fit: () => void
  /** Null when there is only one card. */
  readonly turn: ((step: 1 | -1) => void) | null
  /** Whether the text is shown. */
  readonly text: boolean
  readonly onText: () => void
}

function Bar({ job, kinds, zoom, by, fit, turn, text, onText }: BarProps) {
  return (
    <div className={styles.foot}>
      {turn !== null && (
        <BarButton place={styles.previous} icon="left" label={words.previous} onClick={() => turn(-1)} />
      )}
      <BarButton icon="minus" label={words.zoomOut} disabled={zoom <= 1} onClick={() => by(1 / zoomStep)} />
      <span className={classes(prose.mono, styles.zoom)}>{words.scale(Math.round(zoom * 100))}</span>
      <BarButton icon="plus" label={words.zoomIn} disabled={zoom >= zoomMax} onClick={() => by(zoomStep)} />
      <BarButton icon="fit" label={words.fit} text={words.fitShort} disabled={zoom === 1} onClick={fit} />
      {kinds.includes('result') && (
        <BarButton
          icon="text"
          label={textWords.show(nameOf(job))}
          text={textWords.title}
          pressed={text}
          onClick={onText}
        />
      )}
      {kinds.includes('result') && (
        <BarButton
          icon="download"
          label={camscanWords.job.downloadOf(nameOf(job))}
          text={camscanWords.job.download}
          onClick={() => void download(job.id)}
        />
      )}
      {turn !== null && (
        <BarButton place={styles.next} icon="arrow" label={words.next} onClick={() => turn(1)} />
      )}
    </div>
  )
}

/** The cards that have these pictures, and the one on show; calls `onGone` once that has them no more. */
function useDocuments(id: string, kinds: readonly PictureKind[], onGone: () => void) {
  const [shown, setShown] = useState(id)
  const jobs = useDesk((desk) => desk.jobs)
  const documents = arranged(jobs).filter((job) => kinds.every((kind) => hasPicture(job, kind)))
  const at = documents.findIndex((job) => job.id === shown)
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    if (at < 0) leave()
  }, [at])
  return {
    job: documents[at],
    position: at + 1,
    total: documents.length,
    move: (step: 1 | -1) =>
      setShown(documents[(at + step + documents.length) % documents.length]?.id ?? shown),
  }
}

type Actions = {
  readonly by: (factor: number) => void
  readonly fit: () => void
  /** Null while the arrow keys scroll an enlarged picture. */
  readonly turn: ((step: 1 | -1) => void) | null
}

function actionOf(key: string, { by, fit, turn }: Actions): (() => void) | null {
  if (key === '+' || key === '=') return () => by(zoomStep)
  if (key === '-') return () => by(1 / zoomStep)
  if (key === '0') return fit
  if (turn !== null && key === 'ArrowRight') return () => turn(1)
  if (turn !== null && key === 'ArrowLeft') return () => turn(-1)
  return null
}

/** The pictures side by side; scrolling one scrolls the other. */
function Panes({ job, kinds, zoom }: { job: Job; kinds: readonly PictureKind[]; zoom: number }) {
  const panes = useRef<HTMLDivElement>(null)
  const follow = ({ currentTarget: led }: UIEvent<HTMLElement>) => {
    for (const pane of panes.current?.children ?? []) {
      if (pane === led) continue
      pane.scrollLeft =
        shareOf(led.scrollLeft, led.scrollWidth - led.clientWidth) * (pane.scrollWidth - pane.clientWidth)
      pane.scrollTop =
        shareOf(led.scrollTop, led.scrollHeight - led.clientHeight) * (pane.scrollHeight - pane.clientHeight)
    }
  }
  return (
    <div className={styles.panes} ref={panes}>
      {kinds.map((kind) => {
        const picture = pictureOf(job, kind)
        return picture && <Pane key={kind} {...{ job, kind, picture, zoom }} onScroll={follow} />
      })}
    </div>
  )
}

type PaneProps = {
  readonly job: Job
  readonly kind: PictureKind
  readonly picture: Picture
  readonly zoom: number
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

function Pane({ job, kind, picture, zoom, onScroll }: PaneProps) {
  const pane = useRef<HTMLDivElement>(null)
  const size = scaled(picture.size, useBox(pane), zoom)
  const keepMiddle = useMiddle(pane, size.width)
  const onMove = (event: UIEvent<HTMLElement>) => {
    keepMiddle()
    onScroll(event)
  }
  return (
    <div className={styles.pane} data-pane ref={pane} tabIndex={0} onScroll={onMove}>
      {picture.screen === null ? (
        <span>{camscanWords.job.pdf}</span>
      ) : (
        <span className={styles.picture} style={size}>
          {picture.thumb !== null && <FetchedPicture path={picture.thumb} alt="" />}
          <FetchedPicture path={picture.screen} alt={picture.alt} />
          <FullPicture picture={picture} drawn={size} enlarged={zoom > 1} />
          {kind === 'zone' && <Trace job={job} />}
        </span>
      )}
    </div>
  )
}

type FullProps = { readonly picture: Picture; readonly drawn: Size; readonly enlarged: boolean }

/** The full-size file on top of its screen-size picture, fetched once the zoom exceeds what that shows. */
function FullPicture({ picture, drawn, enlarged }: FullProps) {
  const [wanted, setWanted] = useState(false)
  const drawnPx = Math.max(drawn.width, drawn.height) * window.devicePixelRatio
  if (!wanted && enlarged && drawnPx > picture.screenLongSidePx) setWanted(true)
  return wanted && picture.full !== null && <File path={picture.full} />
}

function File({ path }: { path: string }) {
  const { url, failed } = useFetched(path)
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  if (failed || state === 'failed') return null
  return (
    <>
      {url !== null && (
        <img src={url} alt="" onLoad={() => setState('loaded')} onError={() => setState('failed')} />
      )}
      <span className={styles.loading} role="status">
        {state === 'loading' && words.loadingFull}
      </span>
    </>
  )
}

/** Keeps the same point centred when the picture's width changes; the returned function records that point. */
function useMiddle(box: RefObject<HTMLElement | null>, width: number | undefined): () => void {
  const middle = useRef([0.5, 0.5])
  useLayoutEffect(() => {
    const [x = 0, y = 0] = middle.current
    box.current?.scrollTo(
      x * box.current.scrollWidth - box.current.clientWidth / 2,
      y * box.current.scrollHeight - box.current.clientHeight / 2,
    )
  }, [box, width])
  return () => {
    if (box.current === null) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = box.current
    middle.current = [
      (scrollLeft + clientWidth / 2) / scrollWidth,
      (scrollTop + clientHeight / 2) / scrollHeight,
    ]
  }
}

type BarButtonProps = {
  readonly icon: 'left' | 'minus' | 'plus' | 'fit' | 'text' | 'download' | 'arrow'
  readonly label: string
  /** Shown beside the icon where there is room. */
  readonly text?: string
  /** Its class name when it is placed outside the row. */
  readonly place?: string
  readonly disabled?: boolean
  /** Of a button that shows something for as long as it is pressed. */
  readonly pressed?: boolean
  readonly onClick: () => void
}

/** Uses `aria-disabled`: `disabled` would drop the focus when a press disables the button. */
function BarButton({ icon, label, text, place, disabled = false, pressed, onClick }: BarButtonProps) {
  return (
    <button
      type="button"
      className={classes(button.plain, text === undefined && styles.icon, place)}
      aria-label={label}
      aria-disabled={disabled}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon name={icon} /> {text !== undefined && <span className={layout.wideOnly}>{text}</span>}
    </button>
  )
}

/** The picture's size scaled down to fit `box` (never up), times `zoom`. */
function scaled({ width, height }: Size, box: Size, zoom: number): Size {
  const scale = zoom * Math.max(0, Math.min(1, (box.width - 32) / width, (box.height - 32) / height))
  return { width: width * scale, height: height * scale }
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}

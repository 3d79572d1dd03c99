import { memo, useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { passwordWords } from '#words/password'
import { renderingWords } from '#words/rendering'
import { formatSize, spellSize } from '#words/format'
import { FetchedPicture } from '../../cards/pictures/FetchedPicture.tsx'
import { RenderedPicture } from '../../cards/pictures/RenderedPicture.tsx'
import { foundOn, SplitButton, WholeButton } from '../../cards/Documents.tsx'
import { DownloadButton } from '../../cards/JobActions.tsx'
import { RemoveButton } from '../../cards/JobCard.tsx'
import { Trace } from '../../cards/Trace.tsx'
import { removeTile, retry } from '../../jobs/desk.ts'
import { otherDocuments } from '../../jobs/documents.ts'
import { asksAboutSpread, isErased, isFolder, isRunning, needsPassword } from '../../jobs/job.ts'
import { shownLook } from '../../jobs/look/look.ts'
import { nextCost, turnPage } from '../../jobs/look/render.ts'
import type { Job } from '../../jobs/job.ts'
import { downloadable } from '../../jobs/results/download.ts'
import { pictureOf, smallGhostOf } from '../../jobs/results/pictures.ts'
import { nameOf, statusOf } from '../../jobs/status.ts'
import { Glyph } from '../../ui/drawings/Glyph.tsx'
import { Icon } from '../../ui/drawings/Icon.tsx'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as prose from '../../ui/sheets/prose.module.css'
import * as statusStyles from '../../ui/sheets/status.module.css'
import * as styles from './Tile.module.css'

type TileProps = {
  readonly job: Job
  readonly slot: number
  readonly total: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Being carried. */
  readonly held: boolean
  /** Id of the instructions for moving a tile. */
  readonly howTo: string
  readonly onKey: TileKeys
  readonly onOpen: (id: string) => void
}

/** Keyboard handlers, by tile id. */
export type TileKeys = {
  readonly onPress: (id: string) => void
  readonly onKeyDown: (id: string, event: KeyboardEvent) => void
  readonly onBlur: (id: string) => void
}

/** One result on the sheet. Memoised: most tiles do not change while one is carried. */
export const Tile = memo(function Tile(props: TileProps) {
  const { job, slot, total, x, y, width, height, held, onOpen } = props
  const id = useId()
  const name = nameOf(job)
  // What follows the file's own name, as its page, is never cut off.
  const own = job.title ?? job.name
  const status = statusOf(job)
  return (
    <li
      className={styles.tile}
      style={{ width, height, transform: `translate(${x}px, ${y}px)` }}
      aria-posinset={slot + 1}
      aria-setsize={total}
      data-tile={job.id}
      data-held={held ? '' : undefined}
    >
      <article tabIndex={-1} aria-labelledby={id} aria-busy={isRunning(job)} data-tone={status.tone}>
        <div className={styles.head}>
          <Handle {...props} name={name} />
          {shownLook(job) !== null && <TurnButton job={job} name={name} />}
          <RemoveButton name={name} onClick={() => void removeTile(job)} />
        </div>
        <button type="button" className={styles.picture} data-open onClick={() => onOpen(job.id)}>
          <span className={prose.unseen}>{deskWords.open(name)}</span>
          <Picture job={job} />
        </button>
        <h3 id={id} className={styles.name} title={name}>
          <span>{own}</span>
          {name.slice(own.length)}
        </h3>
        <p className={styles.facts}>
          <span className={statusStyles.status} data-tone={status.tone} data-status>
            <Glyph tone={status.tone} />
            <span>{status.text}</span>
          </span>
          <Fact job={job} />
        </p>
        <Action job={job} name={name} onOpen={onOpen} />
      </article>
    </li>
  )
})

/** How many documents the photo shows; for a single one the file's size. */
function Fact({ job }: { job: Job }) {
  const found = foundOn(job)
  if (found !== null) return <span>{found}</span>
  if (job.parent !== null || job.document !== null) return null
  return <span title={spellSize(job.size)}>{formatSize(job.size)}</span>
}

/** The tile's number, which is its page in the PDF. It can be dragged, or pressed and then moved with the arrow keys. */
function Handle({ job, slot, total, held, howTo, onKey, name }: TileProps & { readonly name: string }) {
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={deskWords.move(name, slot + 1, total)}
      aria-describedby={howTo}
      aria-pressed={held}
      data-handle
      onClick={() => onKey.onPress(job.id)}
      onKeyDown={(event) => onKey.onKeyDown(job.id, event)}
      onBlur={() => onKey.onBlur(job.id)}
    >
      <svg width="8" height="14" viewBox="0 0 8 14" aria-hidden="true">
        <path d="M0 1h2v2H0zm6 0h2v2H6zM0 6h2v2H0zm6 0h2v2H6zM0 11h2v2H0zm6 0h2v2H6z" fill="currentColor" />
      </svg>
      {slot + 1}
    </button>
  )
}

/** The result; until there is one, the photo with its detected zone, and before that the photo itself. */
function Picture({ job }: { job: Job }) {
  const made = pictureOf(job, 'result')
  if (made?.thumb) return <RenderedPicture job={job} path={made.thumb} alt="" />
  const seen = pictureOf(job, 'zone')
  if (!seen?.thumb) return <Photo job={job} />
  return (
    <>
      <FetchedPicture className={styles.photo} path={seen.thumb} alt="" />
      <Trace job={job} />
    </>
  )
}

function Photo({ job }: { job: Job }) {
  const path = useSmallGhost(job)
  // Made in no time, so nothing stands in for it.
  if (path === undefined) return null
  if (path !== null) return <FetchedPicture className={styles.photo} path={path} alt="" />
  return (
    <span className={styles.words}>
      {isFolder(job) ? camscanWords.job.pdfCost(job.pages, job.kind) : camscanWords.job.missing}
    </span>
  )
}

/** Undefined until it is known. */
function useSmallGhost(job: Job): string | null | undefined {
  const [path, setPath] = useState<string | null>()
  useEffect(() => {
    let shown = true
    void smallGhostOf(job).then((found) => shown && setPath(found))
    return () => void (shown = false)
  }, [job])
  return path
}

/** Turns a finished page; its label says when that costs a credit. */
function TurnButton({ job, name }: { job: Job; name: string }) {
  const label = renderingWords.turnOf(name)
  const paid = nextCost(job) > 0
  return (
    <button
      type="button"
      className={classes(button.ghost, button.small, button.square)}
      aria-label={paid ? renderingWords.priceOf(label) : label}
      title={paid ? renderingWords.priceOf(renderingWords.turn) : renderingWords.turn}
      onClick={() => void turnPage(job.id)}
    >
      <Icon name="turn" small />
    </button>
  )
}

/** The likeliest action; all others are in the opened tile. */
function Action({ job, name, onOpen }: Pick<TileProps, 'job' | 'onOpen'> & { readonly name: string }) {
  if (needsPassword(job))
    return (
      <button
        type="button"
        className={classes(button.secondary, button.small, styles.action)}
        aria-label={passwordWords.giveOf(name)}
        onClick={() => onOpen(job.id)}
      >
        {passwordWords.give}
      </button>
    )
  if (job.status === 'error' && !isErased(job))
    return (
      <button
        type="button"
        className={classes(button.secondary, button.small, styles.action)}
        onClick={() => retry([job.id])}
      >
        <Icon name="retry" small /> {camscanWords.job.retry}
      </button>
    )
  if (asksAboutSpread(job))
    return (
      <>
        <WholeButton job={job} className={styles.action} />
        <SplitButton job={job} className={styles.action} />
      </>
    )
  if (otherDocuments(job).length > 0) return <SplitButton job={job} className={styles.action} />
  if (downloadable([job]).length > 0)
    return <DownloadButton job={job} name={name} className={styles.action} />
  return <span className={styles.action} />
}

import { useId, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { FolderCard } from '../../cards/FolderCard.tsx'
import { JobCard } from '../../cards/JobCard.tsx'
import { removeTile } from '../../jobs/desk.ts'
import { isFolder, pagesOf } from '../../jobs/job.ts'
import type { Job } from '../../jobs/job.ts'
import { nameOf } from '../../jobs/status.ts'
import { useDesk } from '../../jobs/store.ts'
import { useKeptFocus } from '../../shell/use-kept-focus.ts'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/drawings/Icon.tsx'
import * as dialog from '../../ui/Dialog.module.css'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as prose from '../../ui/sheets/prose.module.css'
import * as styles from './TileDialog.module.css'

type TileDialogProps = {
  readonly id: string
  readonly tiles: readonly Job[]
  readonly onTurn: (id: string) => void
  readonly onClose: () => void
}

/** An opened tile: the full card of its file or page, with navigation to the previous and next tile. */
export function TileDialog({ id, tiles, onTurn, onClose }: TileDialogProps) {
  const titleId = useId()
  const body = useRef<HTMLDivElement>(null)
  const jobs = useDesk((desk) => desk.jobs)
  const focusKept = useKeptFocus()
  // Once its pages are chosen, they are tiles in place of their PDF.
  const tile = tiles.find((one) => one.id === id) ?? tiles.find(({ parent }) => parent === id)
  const job = tile ?? jobs.find((other) => other.id === id)
  // Not there: what was done in here took it out of what the sheet shows.
  const at = tile === undefined ? null : tiles.indexOf(tile)
  const turn = (step: 1 | -1) => {
    const next = at === null ? undefined : tiles[at + step]
    if (next !== undefined) onTurn(next.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // React also bubbles events from dialogs opened above this one.
    if ((event.target as Element).closest('dialog') !== event.currentTarget.closest('dialog')) return
    if (event.key === 'ArrowLeft') turn(-1)
    if (event.key === 'ArrowRight') turn(1)
  }
  // The focused button may not exist on the next card.
  useLayoutEffect(() => {
    if (body.current?.contains(document.activeElement) === false) body.current.focus()
  }, [job?.id])
  if (job === undefined) return null
  return (
    <Dialog className={classes(dialog.dialog, styles.dialog)} labelledBy={titleId} cover onClose={onClose}>
      <div ref={body} className={styles.body} tabIndex={-1} onKeyDown={onKeyDown}>
        <div className={styles.head}>
          <h2 id={titleId} className={prose.unseen}>
            {nameOf(job)}
          </h2>
          <TurnButton
            label={deskWords.previous}
            icon="left"
            disabled={at === null || at === 0}
            onClick={() => turn(-1)}
          />
          {at !== null && (
            <span className={prose.mono}>{camscanWords.preview.position(at + 1, tiles.length)}</span>
          )}
          <TurnButton
            label={deskWords.next}
            icon="arrow"
            disabled={at === null || at === tiles.length - 1}
            onClick={() => turn(1)}
          />
          <CloseButton className={styles.close} onClick={onClose} />
        </div>
        <div data-jobs {...focusKept}>
          {isFolder(job) ? (
            <FolderCard folder={job} pages={pagesOf(jobs, job)} onRemove={() => void removeTile(job)} />
          ) : (
            <JobCard job={job} apart onRemove={() => void removeTile(job)} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

type TurnProps = { label: string; icon: 'left' | 'arrow'; disabled: boolean; onClick: () => void }

/** Uses `aria-disabled` because `disabled` would drop the focus at the first and last tile. */
function TurnButton({ label, icon, disabled, onClick }: TurnProps) {
  return (
    <button
      type="button"
      className={classes(button.ghost, button.square)}
      aria-label={label}
      aria-disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

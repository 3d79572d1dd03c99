import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { camscanWords } from '#words/camscan'
import { filesWords as words } from '#words/files'
import { filesQuery, type ServiceFile } from '../api/files.ts'
import { queryClient } from '../api/queries.ts'
import { FetchedPicture } from '../cards/pictures/FetchedPicture.tsx'
import { erase } from '../jobs/bench.ts'
import { remove, showFiles } from '../jobs/desk.ts'
import { isOpenable } from '../jobs/from-service.ts'
import { ingestionIdsOf } from '../jobs/job.ts'
import { ask, useDesk } from '../jobs/store.ts'
import { CloseButton } from '../ui/CloseButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import * as dialog from '../ui/Dialog.module.css'
import { Icon } from '../ui/drawings/Icon.tsx'
import { classes } from '../ui/classes.ts'
import * as button from '../ui/sheets/button.module.css'
import * as styles from './FilesDialog.module.css'

/** The files an account sent from any device in the last 24 hours, to open on this desk or erase. */
export function FilesDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { data: files, isError } = useQuery(filesQuery)
  const here = useDesk(({ jobs }) => jobs)
  const shown = new Set(ingestionIdsOf(here))
  const openable = (files ?? []).filter((file) => isOpenable(file) && !shown.has(file.id))
  const open = (chosen: readonly ServiceFile[]) => {
    showFiles(chosen)
    if (chosen.length === openable.length) onClose()
  }
  return (
    <Dialog className={classes(dialog.dialog, styles.wide)} labelledBy={id} onClose={onClose}>
      <h2 id={id}>{words.title}</h2>
      <p>{words.lead}</p>
      <p role="status">
        {isError ? words.unread : files === undefined ? words.reading : files.length === 0 && words.none}
      </p>
      {files && files.length > 0 && (
        <ul className={styles.list}>
          {files.map((file) => (
            <FileRow key={file.id} file={file} isHere={shown.has(file.id)} onOpen={() => open([file])} />
          ))}
        </ul>
      )}
      {openable.length > 1 && (
        <div className={dialog.answers}>
          <button
            type="button"
            className={classes(button.primary, styles.all)}
            onClick={() => open(openable)}
          >
            {words.openAll(openable.length)}
          </button>
        </div>
      )}
      <CloseButton className={dialog.close} onClick={onClose} />
    </Dialog>
  )
}

type RowProps = { file: ServiceFile; isHere: boolean; onOpen: () => void }

function FileRow({ file, isHere, onOpen }: RowProps) {
  const { name, expires_at } = file
  const thumb = thumbOf(file)
  return (
    <li>
      <span className={styles.picture}>{thumb && <FetchedPicture path={thumb} alt="" />}</span>
      <div>
        <p className={styles.name} title={name}>
          {name}
        </p>
        <p>
          {stateOf(file)} · {words.keptUntil(expires_at)}
        </p>
      </div>
      <span className={styles.ways}>
        {isHere ? (
          words.here
        ) : (
          <button
            type="button"
            className={classes(button.secondary, button.small)}
            aria-label={words.openOf(name)}
            disabled={!isOpenable(file)}
            onClick={onOpen}
          >
            {words.open}
          </button>
        )}
        <button
          type="button"
          className={classes(button.ghost, button.square)}
          aria-label={camscanWords.job.remove(name)}
          onClick={() => void forgetFile(file)}
        >
          <Icon name="trash" />
        </button>
      </span>
    </li>
  )
}

function stateOf({ ingest, jobs, pages }: ServiceFile): string {
  if (jobs.length > 0) return words.running
  return ingest === null
    ? words.failed
    : words.made(pages.filter(({ rectify }) => rectify !== null).length, pages.length)
}

function thumbOf({ pages }: ServiceFile): string | null {
  const made = pages.find(({ rectify }) => rectify?.artifacts.thumb_path)?.rectify?.artifacts.thumb_path
  return made ?? pages[0]?.detect?.artifacts.thumb_path ?? null
}

/** Erases a file after confirmation, along with its cards on this desk. */
async function forgetFile({ id }: ServiceFile): Promise<void> {
  const cards = useDesk
    .getState()
    .jobs.filter((job) => job.parent === null && ingestionIdsOf([job]).includes(id))
  if (cards.length > 0) await remove(cards.map((card) => card.id))
  else if (await ask({ kind: 'removal', files: 1 })) await erase(id)
  await queryClient.invalidateQueries({ queryKey: filesQuery.queryKey })
}

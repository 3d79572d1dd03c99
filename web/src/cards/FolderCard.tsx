import { useId } from 'react'
import { formatSize, spellSize } from '#words/format'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { Icon } from '../ui/drawings/Icon.tsx'
import { choosePages } from '../jobs/intake/admission.ts'
import { openDossier } from '../jobs/desk.ts'
import { downloadable } from '../jobs/results/download.ts'
import type { Job } from '../jobs/job.ts'
import { CardHead, JobCard, RemoveButton } from './JobCard.tsx'
import { folderStatus } from '../jobs/status.ts'
import * as button from '../ui/sheets/button.module.css'
import * as card from './JobCard.module.css'
import { classes } from '../ui/classes.ts'
import * as credit from '../ui/sheets/credit.module.css'
import * as styles from './FolderCard.module.css'

type FolderProps = {
  folder: Job
  pages: readonly Job[]
  onRemove: (id: string) => void
}

/** A file of several pages: its own card, and below it one card per page once pages were chosen. */
export function FolderCard({ folder, pages, onRemove }: FolderProps) {
  const id = useId()
  const chosen = pages.some(({ held }) => held !== 'choice')
  return (
    <>
      <article className={classes(card.card, card.folder)} tabIndex={-1} aria-labelledby={id}>
        <div className={card.body}>
          <CardHead id={id} title={folder.name} status={folderStatus(pages)} />
          <p className={card.measures} title={spellSize(folder.size)}>
            {formatSize(folder.size)}
          </p>
          <div className={card.actions}>
            <p className={credit.cost}>
              <i className={credit.square} />
              {camscanWords.job.pdfCost(folder.pages, folder.kind)}
            </p>
            <span className={card.end}>
              {!chosen && (
                <button
                  type="button"
                  className={classes(button.secondary, button.small)}
                  aria-label={camscanWords.job.choosePagesOf(folder.name)}
                  onClick={() => void choosePages(folder.id)}
                >
                  {camscanWords.job.choosePages}
                </button>
              )}
              {downloadable(pages).length > 0 && (
                <button
                  type="button"
                  className={classes(button.secondary, button.small)}
                  aria-label={deskWords.joinOf(folder.name)}
                  onClick={() => openDossier(folder)}
                >
                  <Icon name="download" small /> {deskWords.join}
                </button>
              )}
              <RemoveButton name={folder.name} onClick={() => onRemove(folder.id)} />
            </span>
          </div>
        </div>
      </article>
      {chosen && (
        <div className={styles.pages} role="group" aria-labelledby={id}>
          {pages.map((page) => (
            <JobCard key={page.id} job={page} />
          ))}
        </div>
      )}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { creditsQuery } from '../api/queries.ts'
import { formatDuration } from '#words/format'
import { resumeHeld } from '../jobs/intake/admission.ts'
import { downloadAll, downloadOnePdf, remove, retry } from '../jobs/desk.ts'
import { downloadable } from '../jobs/results/download.ts'
import { batchProgress, cardsOf, filters } from '../jobs/filters.ts'
import type { Filter } from '../jobs/filters.ts'
import { awaitsCredits, awaitsReview, unpaid } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { useSettings } from '../jobs/intake/settings.ts'
import { openReview } from '../jobs/store.ts'
import { camscanWords } from '#words/camscan'
import { ChoiceChips } from '../ui/ChoiceChips.tsx'
import { Icon } from '../ui/Icon.tsx'
import { PickButton } from './DropZone.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './CamscanToolbar.module.css'

type ToolbarProps = { jobs: readonly Job[]; filter: Filter; onFilter: (filter: Filter) => void }

/** What concerns all cards at once. */
export function CamscanToolbar({ jobs, filter, onFilter }: ToolbarProps) {
  const files = cardsOf(jobs, 'all')
  return (
    <div className={styles.toolbar} data-toolbar>
      <h2 tabIndex={-1}>{camscanWords.desk.files(files.length)}</h2>
      {files.length > 1 && (
        <ChoiceChips
          bare
          legend={camscanWords.filters.label}
          choices={filters.map((name) => [name, <FilterLabel key={name} {...{ jobs, name }} />])}
          chosen={filter}
          onChoose={onFilter}
        />
      )}
      <BatchProgress jobs={jobs} />
      <BatchActions jobs={jobs} />
      <div className={styles.end}>
        <button type="button" className={button.ghost} onClick={() => void remove(files.map(({ id }) => id))}>
          {camscanWords.desk.clean}
        </button>
        <DownloadAll className={classes(button.primary, layout.wideOnly)} />
      </div>
    </div>
  )
}

function FilterLabel({ jobs, name }: { jobs: readonly Job[]; name: Filter }) {
  return (
    <>
      {camscanWords.filters[name]} <span className={prose.mono}>{cardsOf(jobs, name).length}</span>
    </>
  )
}

function BatchActions({ jobs }: { jobs: readonly Job[] }) {
  const failed = jobs.filter(({ status }) => status === 'error').map(({ id }) => id)
  const doubtful = jobs.filter(awaitsReview).length
  const { data: credits = 0 } = useQuery(creditsQuery)
  const resumable = credits > unpaid(jobs) && jobs.some(awaitsCredits)
  return (
    <>
      {doubtful > 0 && (
        <button type="button" className={classes(button.secondary, button.small)} onClick={openReview}>
          <Icon name="corners" small /> {camscanWords.filters.look(doubtful)}
        </button>
      )}
      {resumable && (
        <button type="button" className={classes(button.secondary, button.small)} onClick={resumeHeld}>
          {camscanWords.desk.resume}
        </button>
      )}
      {failed.length > 1 && (
        <button
          type="button"
          className={classes(button.secondary, button.small)}
          onClick={() => retry(failed)}
        >
          <Icon name="retry" small /> {camscanWords.desk.retryAll}
        </button>
      )}
      {/* A PDF that is alone has this on its own card. */}
      {cardsOf(jobs, 'all').length > 1 && downloadable(jobs).length > 1 && (
        <button
          type="button"
          className={classes(button.secondary, button.small)}
          onClick={() => void downloadOnePdf(null)}
        >
          <Icon name="download" small /> {camscanWords.desk.onePdf}
        </button>
      )}
    </>
  )
}

/** « 7/12 · environ 20 s » while a batch is at work. */
function BatchProgress({ jobs }: { jobs: readonly Job[] }) {
  const pace = useSettings((settings) => settings.concurrency)
  const { done, total, leftMs } = batchProgress(jobs, pace)
  if (total < 2 || done === total) return null
  return (
    <span className={classes(styles.progress, prose.mono)}>
      {camscanWords.filters.progress(done, total)}
      {leftMs !== null && ` · ${camscanWords.filters.about(formatDuration(leftMs))}`}
      <progress max={total} value={done} aria-label={camscanWords.filters.progress(done, total)} />
    </span>
  )
}

function DownloadAll({ className }: { className: string }) {
  return (
    <button type="button" className={className} onClick={() => void downloadAll()}>
      <Icon name="download" /> {camscanWords.desk.downloadAll}
    </button>
  )
}

type PhoneBarProps = { disabled: boolean; onFiles: (files: readonly File[]) => void }

/** On a phone, the main actions stay under the thumb. */
export function PhoneBar({ disabled, onFiles }: PhoneBarProps) {
  return (
    <div className={styles.phoneBar} data-phone-bar>
      <PickButton
        className={classes(button.secondary, button.square, styles.camera)}
        icon="camera"
        label={camscanWords.desk.takePhoto}
        bare
        camera
        {...{ disabled, onFiles }}
      />
      <PickButton
        className={button.secondary}
        icon="plus"
        label={camscanWords.desk.add}
        {...{ disabled, onFiles }}
      />
      <DownloadAll className={button.primary} />
    </div>
  )
}

import { useState } from 'react'
import { camscanWords } from '#words/camscan'
import { Icon } from '../ui/drawings/Icon.tsx'
import { download as downloadResult, retry, startPage } from '../jobs/desk.ts'
import { downloadable } from '../jobs/results/download.ts'
import { isCorrectable, isFinished } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { PreviewDialog } from './pictures/PreviewDialog.tsx'
import { openCorners } from '../jobs/store.ts'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as styles from './JobActions.module.css'

const words = camscanWords.job

/** The actions a card offers now, the likeliest first. */
export function JobActions({ job, name }: { job: Job; name: string }) {
  const failed = job.status === 'error'
  const hasResult = downloadable([job]).length > 0
  const waits = job.held !== null && !isFinished(job)
  return (
    <>
      {failed && (
        <button
          type="button"
          className={classes(button.secondary, button.small, styles.main)}
          onClick={() => retry([job.id])}
        >
          <Icon name="retry" small /> {words.retry}
        </button>
      )}
      {hasResult && <DownloadButton job={job} name={name} className={mainUnless(failed)} />}
      {waits && (job.parent !== null || job.document !== null) && (
        <button
          type="button"
          className={classes(button.secondary, button.small, styles.main)}
          onClick={() => startPage(job.id)}
        >
          {words.start}
        </button>
      )}
      {hasResult && <CompareButton job={job} name={name} />}
      {isCorrectable(job) && (
        <button
          type="button"
          className={classes(button.secondary, button.small, mainUnless(failed || hasResult))}
          aria-label={words.correctOf(name)}
          onClick={() => openCorners(job.id)}
        >
          <Icon name="corners" small /> {words.correct}
        </button>
      )}
    </>
  )
}

/** Outlines the likeliest action in ink, unless another one comes first. */
function mainUnless(other: boolean): string | undefined {
  return other ? undefined : styles.main
}

function CompareButton({ job, name }: { job: Job; name: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={classes(button.secondary, button.small)}
        aria-label={words.compareOf(name)}
        onClick={() => setOpen(true)}
      >
        <Icon name="compare" small /> {words.compare}
      </button>
      {open && <PreviewDialog id={job.id} kinds={['zone', 'result']} onClose={() => setOpen(false)} />}
    </>
  )
}

type DownloadProps = { job: Job; name: string; className: string | undefined }

export function DownloadButton({ job, name, className }: DownloadProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    if (busy) return
    setBusy(true)
    await downloadResult(job.id)
    setBusy(false)
  }
  return (
    <button
      type="button"
      className={classes(button.secondary, button.small, className)}
      aria-label={words.downloadOf(name)}
      aria-disabled={busy}
      onClick={() => void download()}
    >
      <Icon name="download" small /> {words.download}
    </button>
  )
}

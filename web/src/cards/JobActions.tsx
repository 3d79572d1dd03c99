import { useState } from 'react'
import { camscanWords } from '#words/camscan'
import { dossierWords } from '#words/dossier'
import { limits } from '../api/page-facts.ts'
import { Icon } from '../ui/drawings/Icon.tsx'
import {
  acceptWhole,
  download as downloadResult,
  downloadText,
  openPagePdf,
  retry,
  startPage,
} from '../jobs/desk.ts'
import { Menu } from '../ui/Menu.tsx'
import { downloadable } from '../jobs/results/download.ts'
import {
  acceptanceCost,
  asksAboutSpread,
  isCorrectable,
  isErased,
  isFinished,
  isUncertain,
  needsPassword,
} from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { PreviewDialog } from './pictures/PreviewDialog.tsx'
import { openCorners } from '../jobs/store.ts'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as credit from '../ui/sheets/credit.module.css'
import * as styles from './JobActions.module.css'

const words = camscanWords.job

/** The actions a card offers now, the likeliest first. */
export function JobActions({ job, name }: { job: Job; name: string }) {
  const failed = job.status === 'error'
  const retriable = failed && !needsPassword(job) && !isErased(job)
  const hasResult = downloadable([job]).length > 0
  return (
    <>
      {retriable && (
        <button
          type="button"
          className={classes(button.secondary, button.small, styles.main)}
          onClick={() => retry([job.id])}
        >
          <Icon name="retry" small /> {words.retry}
        </button>
      )}
      {hasResult && <DownloadChoice job={job} name={name} className={mainUnless(failed)} />}
      {isStartable(job) && (
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
      {isUncertain(job) && <AcceptButton job={job} name={name} />}
    </>
  )
}

/** Whether a page or a document of a file waits to be started by itself. */
function isStartable(job: Job): boolean {
  const isPart = job.parent !== null || job.document !== null
  return isPart && job.held !== null && !isFinished(job) && !asksAboutSpread(job)
}

/** Takes the whole image of a page in doubt. */
function AcceptButton({ job, name }: { job: Job; name: string }) {
  const paid = acceptanceCost(job, limits.freeCorrectionsPerCapture ?? 0) > 0
  const price = paid ? camscanWords.corners.price(1) : camscanWords.corners.gratis
  return (
    <button
      type="button"
      className={classes(button.secondary, button.small)}
      aria-label={words.acceptOf(name, price)}
      onClick={() => acceptWhole(job.id)}
    >
      {camscanWords.review.accept} <span className={credit.cost}>{price}</span>
    </button>
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

/** « TELECHARGER », and beside it the formats that it could have. */
function DownloadChoice(props: DownloadProps) {
  const { job, name } = props
  return (
    <span className={styles.download}>
      <DownloadButton {...props} />
      <Menu
        className={styles.formats}
        label={<Icon name="chevron" small />}
        name={dossierWords.formats(name)}
        items={[
          { text: dossierWords.asPdf, act: () => openPagePdf(job) },
          { text: dossierWords.asImage, act: () => downloadResult(job.id) },
          { text: dossierWords.asText, act: () => downloadText(job) },
        ]}
      />
    </span>
  )
}

type DownloadProps = { job: Job; name: string; className: string | undefined }

export function DownloadButton({ job, name, className }: DownloadProps) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    if (busy) return
    setBusy(true)
    await downloadResult(job.id).finally(() => setBusy(false))
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

import { memo, useId, useState } from 'react'
import { spellSize } from '#words/format'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { dossierWords } from '#words/dossier'
import { renderingWords } from '#words/rendering'
import { applyTypography } from '#words/typography'
import { Glyph } from '../ui/drawings/Glyph.tsx'
import { Icon } from '../ui/drawings/Icon.tsx'
import { ApiPanel } from './ApiPanel.tsx'
import { Documents } from './Documents.tsx'
import { Figures } from './Figures.tsx'
import { limits } from '../api/page-facts.ts'
import {
  correctionCost,
  isErased,
  isNotFound,
  isRunning,
  isStopped,
  needsPassword,
  needsReview,
  proposalOf,
  wholeAs,
} from '../jobs/job.ts'
import type { Failure, Job } from '../jobs/job.ts'
import { rename } from '../jobs/desk.ts'
import { JobActions } from './JobActions.tsx'
import { measuresOf } from '../jobs/results/measures.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { Previews } from './pictures/Previews.tsx'
import { Renderings } from './Renderings.tsx'
import { doubtsOf, erasedWords, nameInFile, nameOf, statusOf } from '../jobs/status.ts'
import type { Status } from '../jobs/status.ts'
import { StepRail } from './StepRail.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as statusStyles from '../ui/sheets/status.module.css'
import * as styles from './JobCard.module.css'

type CardProps = {
  job: Job
  onRemove?: (id: string) => void
  /** Shown without the rest of its PDF: the title names the file and the page. */
  apart?: boolean
}

/** One image or page: two previews, its status and its actions. Memoised on its job. */
export const JobCard = memo(function JobCard({ job, onRemove, apart = false }: CardProps) {
  const id = useId()
  const [open, setOpen] = useState<Panel | null>(null)
  const name = nameOf(job)
  return (
    <article className={styles.card} tabIndex={-1} aria-labelledby={id} aria-busy={isRunning(job)}>
      <Previews job={job} />
      <div className={styles.body}>
        <CardHead
          id={id}
          title={job.parent === null || apart ? name : nameInFile(job)}
          status={statusOf(job)}
          onRename={() => void rename(job)}
        />
        <p className={styles.measures} title={spellSize(job.size)}>
          {measuresOf(job)}
        </p>
        <StepRail job={job} />
        <Renderings job={job} name={name} />
        <Message job={job} id={`${id}-message`} />
        {needsPassword(job) && <PasswordForm job={job} name={name} reason={`${id}-message`} />}
        <Documents job={job} />
        <div className={styles.actions}>
          <JobActions job={job} name={name} />
          <span className={styles.end}>
            <PanelButtons
              {...{ id, name, open }}
              onToggle={(panel) => setOpen(open === panel ? null : panel)}
            />
            {onRemove && <RemoveButton name={name} onClick={() => onRemove(job.id)} />}
          </span>
        </div>
      </div>
      {open === 'figures' && <Figures job={job} id={`${id}-figures`} />}
      {open === 'api' && <ApiPanel job={job} id={`${id}-api`} />}
    </article>
  )
})

/** A section that opens below the card. */
type Panel = 'figures' | 'api'

type PanelProps = {
  /** Of the card. */
  id: string
  name: string
  open: Panel | null
  onToggle: (panel: Panel) => void
}

function PanelButtons({ id, name, open, onToggle }: PanelProps) {
  const panels = [
    ['figures', deskWords.details, deskWords.detailsOf(name)],
    ['api', camscanWords.job.api, camscanWords.job.apiOf(name)],
  ] as const
  return panels.map(([panel, text, label]) => (
    <button
      key={panel}
      type="button"
      className={classes(button.ghost, button.small)}
      aria-expanded={open === panel}
      aria-controls={`${id}-${panel}`}
      aria-label={label}
      onClick={() => onToggle(panel)}
    >
      {text} <Icon name="chevron" small />
    </button>
  ))
}

type HeadProps = {
  readonly id: string
  readonly title: string
  readonly status: Status
  readonly onRename?: () => void
}

export function CardHead({ id, title, status, onRename }: HeadProps) {
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <h3 id={id} title={title}>
          {title}
        </h3>
        {onRename && (
          <button
            type="button"
            className={classes(button.ghost, button.small, button.square, styles.rename)}
            aria-label={dossierWords.rename(title)}
            onClick={onRename}
          >
            <Icon name="pencil" small />
          </button>
        )}
      </div>
      <span className={statusStyles.status} data-tone={status.tone} data-status>
        <Glyph tone={status.tone} />
        {status.text}
      </span>
    </div>
  )
}

export function RemoveButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={classes(button.ghost, button.small, button.square, styles.remove)}
      aria-label={camscanWords.job.remove(name)}
      onClick={onClick}
    >
      <Icon name="trash" small />
    </button>
  )
}

function Message({ job, id }: { job: Job; id: string }) {
  if (isErased(job))
    return (
      <p className={classes(styles.message, styles.failure)} data-message>
        {erasedWords(job).text}
      </p>
    )
  if (job.renderFailure !== null) return <RenderFailure failure={job.renderFailure} />
  if (job.failure !== null) return <FailureMessage id={id} failure={job.failure} step={job.failedStep} />
  if (isNotFound(job))
    return (
      <p className={styles.message} data-message>
        {camscanWords.job.notFoundText}
      </p>
    )
  if (isStopped(job)) return <DoubtMessage job={job} />
  if (!needsReview(job)) return <KeptWhole job={job} />
  return (
    <p className={styles.message} data-message>
      {doubtsOf(job)} <WholeCost job={job} />
    </p>
  )
}

/** Why nothing was cut out, and what the ways on cost. */
function DoubtMessage({ job }: { job: Job }) {
  const { stoppedText, proposalText, choiceText } = camscanWords.job
  const price = correctionCost(job, limits.freeCorrectionsPerCapture ?? 0)
  return (
    <p className={styles.message} data-message>
      {doubtsOf(job)} {stoppedText} {proposalOf(job) !== null && proposalText} {choiceText(price)}
    </p>
  )
}

/** Says that the page was kept whole because there was nothing to crop. */
function KeptWhole({ job }: { job: Job }) {
  const as = wholeAs(job)
  return (
    as && (
      <p className={styles.message} data-message>
        {camscanWords.job.whole[as]} <WholeCost job={job} />
      </p>
    )
  )
}

/** What a page cost from which nothing was cut off, since its picture looks as if nothing had been done. */
function WholeCost({ job }: { job: Job }) {
  const isWhole = job.corners === null && job.detect?.reasons.includes('already_cropped')
  return isWhole && job.paid > 0 ? camscanWords.job.paid(job.paid) : null
}

function RenderFailure({ failure: { text, requestId } }: { failure: Failure }) {
  return (
    <p className={classes(styles.message, styles.failure)} data-message>
      <b>{camscanWords.job.errorText(applyTypography(text))}</b>
      <br />
      {renderingWords.failed}
      {requestId && <small>{camscanWords.job.details(requestId)}</small>}
    </p>
  )
}

type FailureProps = { id: string; failure: Failure; step: Job['failedStep'] }

function FailureMessage({ id, failure, step }: FailureProps) {
  return (
    <p id={id} className={classes(styles.message, styles.failure)} data-message>
      <b>{camscanWords.job.errorText(applyTypography(failure.text))}</b>
      <br />
      {failure.final || step !== 'rectify' ? camscanWords.job.free : camscanWords.job.notTwice}{' '}
      {step !== 'ingest' && camscanWords.job.kept}
      {failure.requestId && <small>{camscanWords.job.details(failure.requestId)}</small>}
    </p>
  )
}

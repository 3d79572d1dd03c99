import { memo, useId, useState } from 'react'
import { spellSize } from '#words/format'
import { camscanWords } from '#words/camscan'
import { applyTypography } from '#words/typography'
import { Glyph } from '../ui/Glyph.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ApiPanel } from './ApiPanel.tsx'
import { isNotFound, isRunning, needsReview, wholeAs } from '../jobs/job.ts'
import type { Failure, Job } from '../jobs/job.ts'
import { JobActions } from './JobActions.tsx'
import { measuresOf } from '../jobs/results/measures.ts'
import { Previews } from './Previews.tsx'
import { nameOf, statusOf } from '../jobs/status.ts'
import type { Status } from '../jobs/status.ts'
import { StepRail } from './StepRail.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as statusStyles from '../ui/sheets/status.module.css'
import * as styles from './JobCard.module.css'

type CardProps = { job: Job; onRemove?: (id: string) => void }

/** One image or one page: two previews, where it stands, what can be done with it. Kept while its job does not change. */
export const JobCard = memo(function JobCard({ job, onRemove }: CardProps) {
  const id = useId()
  const [apiOpen, setApiOpen] = useState(false)
  const name = nameOf(job)
  return (
    <article className={styles.card} tabIndex={-1} aria-labelledby={id} aria-busy={isRunning(job)}>
      <Previews job={job} />
      <div className={styles.body}>
        <CardHead
          id={id}
          title={job.parent === null ? job.name : camscanWords.job.page(job.page)}
          status={statusOf(job)}
        />
        <p className={styles.measures} title={spellSize(job.size)}>
          {measuresOf(job)}
        </p>
        <StepRail job={job} />
        <Message job={job} />
        <div className={styles.actions}>
          <JobActions job={job} name={name} />
          <span className={styles.end}>
            <button
              type="button"
              className={classes(button.ghost, button.small)}
              aria-expanded={apiOpen}
              aria-controls={`${id}-api`}
              aria-label={camscanWords.job.apiOf(name)}
              onClick={() => setApiOpen(!apiOpen)}
            >
              {camscanWords.job.api} <Icon name="chevron" small />
            </button>
            {onRemove && <RemoveButton name={job.name} onClick={() => onRemove(job.id)} />}
          </span>
        </div>
      </div>
      {apiOpen && <ApiPanel job={job} id={`${id}-api`} />}
    </article>
  )
})

export function CardHead({ id, title, status }: { id: string; title: string; status: Status }) {
  return (
    <div className={styles.head}>
      <h3 id={id} title={title}>
        {title}
      </h3>
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

function Message({ job }: { job: Job }) {
  if (job.failure !== null) return <FailureMessage failure={job.failure} step={job.failedStep} />
  if (isNotFound(job))
    return (
      <p className={styles.message} data-message>
        {camscanWords.job.notFoundText}
      </p>
    )
  if (!needsReview(job)) return <KeptWhole job={job} />
  const reasons = job.detect?.reasons.map((reason) => camscanWords.job.reasons[reason]).join(' ')
  return (
    <p className={styles.message} data-message>
      {reasons || camscanWords.job.uncertain}
    </p>
  )
}

/** Says that nothing was cut off where there was nothing to cut off. */
function KeptWhole({ job }: { job: Job }) {
  const as = wholeAs(job)
  return (
    as && (
      <p className={styles.message} data-message>
        {camscanWords.job.whole[as]}
      </p>
    )
  )
}

function FailureMessage({ failure, step }: { failure: Failure; step: Job['failedStep'] }) {
  return (
    <p className={classes(styles.message, styles.failure)} data-message>
      <b>{camscanWords.job.errorText(applyTypography(failure.text))}</b>
      <br />
      {failure.final || step !== 'rectify' ? camscanWords.job.free : camscanWords.job.notTwice}{' '}
      {step !== 'ingest' && camscanWords.job.kept}
      {failure.requestId && <small>{camscanWords.job.details(failure.requestId)}</small>}
    </p>
  )
}

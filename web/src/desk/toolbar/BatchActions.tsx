import { useQuery } from '@tanstack/react-query'
import { camscanWords } from '#words/camscan'
import { creditsQuery } from '../../api/queries.ts'
import { retry } from '../../jobs/desk.ts'
import { resumeHeld } from '../../jobs/intake/admission.ts'
import { awaitsCredits, awaitsReview, isErased, needsPassword, unpaid } from '../../jobs/job.ts'
import type { Job } from '../../jobs/job.ts'
import { openReview } from '../../jobs/store.ts'
import { Icon } from '../../ui/drawings/Icon.tsx'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as styles from './BatchActions.module.css'

/** Actions that some cards wait for: a review, credits, a retry. */
export function BatchActions({ jobs }: { jobs: readonly Job[] }) {
  const failed = jobs
    .filter((job) => job.status === 'error' && !needsPassword(job) && !isErased(job))
    .map(({ id }) => id)
  const doubtful = jobs.filter(awaitsReview).length
  const { data: credits = 0 } = useQuery(creditsQuery)
  const resumable = credits > unpaid(jobs) && jobs.some(awaitsCredits)
  const look = classes(button.secondary, button.small)
  return (
    <div className={styles.actions}>
      {doubtful > 0 && (
        <button type="button" className={look} onClick={openReview}>
          <Icon name="corners" small /> {camscanWords.filters.look(doubtful)}
        </button>
      )}
      {resumable && (
        <button type="button" className={look} onClick={resumeHeld}>
          {camscanWords.desk.resume}
        </button>
      )}
      {failed.length > 1 && (
        <button type="button" className={look} onClick={() => retry(failed)}>
          <Icon name="retry" small /> {camscanWords.desk.retryAll}
        </button>
      )}
    </div>
  )
}

import { needsReview, proposalOf } from '../jobs/job.ts'
import type { Job } from '../jobs/job.ts'
import { traceOf } from '../jobs/results/pictures.ts'
import { classes } from '../ui/classes.ts'
import * as styles from './Trace.module.css'

/** The zone's outline over its picture, equally thick at every size. */
export function Trace({ job }: { job: Job }) {
  const trace = traceOf(job)
  if (trace === null) return null
  const { width, height } = trace.size
  const doubtful = needsReview(job) || (job.rectify === null && proposalOf(job) !== null)
  return (
    <svg
      className={doubtful ? classes(styles.trace, styles.dashed) : styles.trace}
      viewBox={`0 0 ${width} ${height}`}
      data-trace
      aria-hidden="true"
    >
      <path className={styles.casing} d={trace.path} />
      <path d={trace.path} />
    </svg>
  )
}

import { camscanWords } from '#words/camscan'
import { Glyph } from '../ui/drawings/Glyph.tsx'
import type { Job } from '../jobs/job.ts'
import { percent, railOf } from '../jobs/status.ts'
import type { RailStep } from '../jobs/status.ts'
import { classes } from '../ui/classes.ts'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './StepRail.module.css'

/** The card's progress through Envoi, Détection and Redressement. */
export function StepRail({ job }: { job: Job }) {
  return (
    <ol className={styles.rail} aria-label={camscanWords.job.rail}>
      {railOf(job).map((step) => (
        <li key={step.label} className={styles.step} data-tone={step.tone}>
          <Bar step={step} />
          <span className={styles.label}>
            <Glyph tone={step.tone} />
            {step.label}
            <span className={prose.unseen}>{camscanWords.job.tones[step.tone]}</span>
            {step.ratio !== null && <em>{camscanWords.preview.scale(percent(job))}</em>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A bar filled to the real progress, dashed when that is unknown. */
function Bar({ step: { tone, ratio } }: { step: RailStep }) {
  if (tone === 'todo') return <span className={styles.bar} />
  if (tone === 'run' && ratio === null) return <span className={classes(styles.bar, styles.open)} />
  return (
    <span className={styles.bar}>
      <i style={{ width: `${100 * (ratio ?? 1)}%` }} />
    </span>
  )
}

import type { Job } from '../jobs/job.ts'
import { figuresOf } from '../jobs/results/measures.ts'
import * as styles from './Figures.module.css'

/** A card's technical figures. */
export function Figures({ job, id }: { job: Job; id: string }) {
  return (
    <dl className={styles.figures} id={id}>
      {figuresOf(job).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

import { deskWords } from '#words/desk'
import { otherDocuments } from '../jobs/documents.ts'
import { splitDocuments } from '../jobs/intake/admission.ts'
import type { Job } from '../jobs/job.ts'
import { nameOf } from '../jobs/status.ts'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as credit from '../ui/sheets/credit.module.css'
import * as styles from './Documents.module.css'

const words = deskWords.documents

/** How many documents a photo shows, and what straightening the others costs; nothing for a single one. */
export function Documents({ job }: { job: Job }) {
  const others = otherDocuments(job).length
  if (others === 0) return null
  return (
    <div className={styles.documents}>
      <p className={credit.cost}>
        <i className={credit.square} />
        {words.found(others + 1)}
      </p>
      <SplitButton job={job} className={undefined} />
    </div>
  )
}

type SplitProps = { readonly job: Job; readonly className: string | undefined }

/** Makes each other document a card of its own; its label says what that costs. */
export function SplitButton({ job, className }: SplitProps) {
  const text = words.split(otherDocuments(job).length)
  return (
    <button
      type="button"
      className={classes(button.secondary, button.small, className)}
      aria-label={words.splitOf(text, nameOf(job))}
      onClick={() => void splitDocuments(job.id)}
    >
      {text}
    </button>
  )
}

import { deskWords } from '#words/desk'
import { startPage } from '../jobs/desk.ts'
import { otherDocuments } from '../jobs/documents.ts'
import { splitDocuments } from '../jobs/intake/admission.ts'
import { asksAboutSpread, type Job } from '../jobs/job.ts'
import { nameOf } from '../jobs/status.ts'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as credit from '../ui/sheets/credit.module.css'
import * as styles from './Documents.module.css'

const words = deskWords.documents
const spreadWords = deskWords.spread

/** How many documents a photo shows, and what straightening the others costs; nothing for a single one. */
export function Documents({ job }: { job: Job }) {
  const found = foundOn(job)
  if (found === null) return null
  return (
    <div className={styles.documents}>
      <p className={credit.cost}>
        <i className={credit.square} />
        {found}
      </p>
      {asksAboutSpread(job) && <WholeButton job={job} className={undefined} />}
      <SplitButton job={job} className={undefined} />
    </div>
  )
}

/** That a photo shows an open book, or how many documents; null for a single one. */
export function foundOn(job: Job): string | null {
  const others = otherDocuments(job).length
  if (others === 0) return null
  return job.detect?.spread ? spreadWords.found : words.found(others + 1)
}

/** Makes one page of an open book; its label says what that costs. */
export function WholeButton({ job, className }: SplitProps) {
  return (
    <button
      type="button"
      className={classes(button.secondary, button.small, className)}
      aria-label={words.splitOf(spreadWords.whole, nameOf(job))}
      onClick={() => startPage(job.id)}
    >
      {spreadWords.whole}
    </button>
  )
}

type SplitProps = { readonly job: Job; readonly className: string | undefined }

/** Makes each other document, or page of an open book, a card of its own; its label says what that costs. */
export function SplitButton({ job, className }: SplitProps) {
  const others = otherDocuments(job).length
  const text = job.detect?.spread ? spreadWords.pages(others) : words.split(others)
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

import { shellWords } from '#words/shell'
import { Glyph } from './drawings/Glyph.tsx'
import type { Tone } from './drawings/Glyph.tsx'
import * as styles from './StatusBadge.module.css'

/** A badge for an API status; undefined means that the step has not run. */
export function StatusBadge({ status }: { status: string | undefined }) {
  const tone = toneOf(status)
  return (
    <span className={styles.badge} data-badge={tone}>
      {tone !== 'todo' && <Glyph tone={tone} />}
      {status ?? shellWords.waiting}
    </span>
  )
}

function toneOf(status: string | undefined): Tone {
  if (status === undefined) return 'todo'
  if (status === 'OK') return 'ok'
  return status === 'REVIEW_REQUIRED' ? 'review' : 'error'
}

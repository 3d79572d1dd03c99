import * as styles from './Glyph.module.css'

/** A status shown by shape: filled square is done, tilted is doubtful, dashed is to come. */
export type Tone = 'ok' | 'review' | 'error' | 'run' | 'todo'

const marks = {
  ok: 'M3.6 7.2l2.4 2.4 4.4-5',
  review: 'M7.7 3.2L6.9 8M6.6 9.6l-.2 1.6',
  error: 'M4 4l6 6M10 4l-6 6',
}

export function Glyph({ tone }: { tone: Tone }) {
  return (
    <svg viewBox="0 0 14 14" aria-hidden="true">
      {tone === 'todo' && (
        <path d="M1.5 1.5h11v11h-11z" fill="none" stroke="currentColor" strokeDasharray="2 2" />
      )}
      {tone === 'run' && (
        <path
          className={styles.running}
          d="M1.5 1.5h11v11h-11z"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        />
      )}
      {(tone === 'ok' || tone === 'error' || tone === 'review') && (
        <>
          <path d={tone === 'review' ? 'M4.2.5H15L9.8 13.5H-1z' : 'M.5.5h13v13H.5z'} fill="currentColor" />
          <path d={marks[tone]} fill="none" stroke="var(--on-state)" strokeWidth="1.8" />
        </>
      )}
    </svg>
  )
}

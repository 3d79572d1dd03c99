import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { shellWords } from '#words/shell'
import { Glyph } from './drawings/Glyph.tsx'
import { Icon } from './drawings/Icon.tsx'
import { copyText } from './browser/copy.ts'
import { showAlert } from './notices/notices.ts'
import * as button from './sheets/button.module.css'
import { classes } from './classes.ts'
import * as styles from './CopyButton.module.css'

const noticeMs = 1_500

type CopyProps = {
  readonly text: string
  /** Names what is copied, for screen readers. */
  readonly what: string
  /** Shows the icon only. */
  readonly bare?: boolean
  /** Controls between the notice and the button. */
  readonly children?: ReactNode
}

/** Copies a text and briefly says so. The notice element stays mounted so that screen readers announce it. */
export function CopyButton({ text, what, bare = false, children }: CopyProps) {
  const [copies, setCopies] = useState(0)
  const [noticed, setNoticed] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setNoticed(copies), noticeMs)
    return () => clearTimeout(timer)
  }, [copies])
  const copy = () =>
    copyText(text).then(
      () => setCopies((count) => count + 1),
      () => showAlert(shellWords.copy.failed),
    )
  return (
    <>
      <span className={styles.copied} role="status">
        {copies > noticed && (
          <>
            <Glyph tone="ok" />
            {shellWords.copy.done}
          </>
        )}
      </span>
      {children}
      <button
        type="button"
        className={
          bare ? classes(button.ghost, button.small, button.square) : classes(button.secondary, button.small)
        }
        aria-label={shellWords.copy.of(what)}
        onClick={() => void copy()}
      >
        <Icon name="copy" small /> {!bare && shellWords.copy.button}
      </button>
    </>
  )
}

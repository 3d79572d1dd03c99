import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { accountWords } from '#words/account'
import { Glyph } from './Glyph.tsx'
import { Icon } from './Icon.tsx'
import { copyText } from './browser/copy.ts'
import { showAlert } from './notices.ts'
import * as button from './sheets/button.module.css'
import { classes } from './classes.ts'
import * as styles from './CopyButton.module.css'

const noticeMs = 1_500

type CopyProps = {
  readonly text: string
  /** Names what is copied, for who does not see what stands beside the button. */
  readonly what: string
  /** Shows the icon alone. */
  readonly bare?: boolean
  /** Controls that stand between the notice and the button. */
  readonly children?: ReactNode
}

/** Copies a text and says so for a moment. The notice is always there, so that screen readers hear it change. */
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
      () => showAlert(accountWords.key.copyFailed),
    )
  return (
    <>
      <span className={styles.copied} role="status">
        {copies > noticed && (
          <>
            <Glyph tone="ok" />
            {accountWords.key.copied}
          </>
        )}
      </span>
      {children}
      <button
        type="button"
        className={
          bare ? classes(button.ghost, button.small, button.square) : classes(button.secondary, button.small)
        }
        aria-label={accountWords.key.copyOf(what)}
        onClick={() => void copy()}
      >
        <Icon name="copy" small /> {!bare && accountWords.key.copy}
      </button>
    </>
  )
}

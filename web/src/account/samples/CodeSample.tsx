import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { classes } from '../../ui/classes.ts'
import * as layout from '../../ui/sheets/layout.module.css'
import * as sample from '../../ui/sheets/sample.module.css'

type CodeSampleProps = {
  readonly title: string
  readonly code: string
  /** The program's output. */
  readonly children?: ReactNode
}

/** A program to copy. The quoted strings, which readers may change, are highlighted. */
export function CodeSample({ title, code, children }: CodeSampleProps) {
  return (
    <div className={classes(sample.frame, layout.crossed)}>
      <div className={sample.bar}>
        {title}
        <span className={sample.end}>
          <CopyButton text={code} what={title} bare />
        </span>
      </div>
      <pre tabIndex={0} lang="en">
        {coloured(code)}
      </pre>
      {children}
    </div>
  )
}

/** Highlights the quoted strings, which readers may change. */
export function coloured(code: string): ReactNode {
  return accented(code.split(/("[^"]*"|'[^']*')/))
}

/** Highlights the values of a JSON answer, which readers look for. */
export function colouredAnswer(json: string): ReactNode {
  return accented(json.split(/(?<=: )("[^"]*"|[\d.]+)/))
}

/** Highlights every other part, from the second on. */
function accented(parts: readonly string[]): ReactNode {
  return parts.map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))
}

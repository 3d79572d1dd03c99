import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { classes } from '../../ui/classes.ts'
import * as layout from '../../ui/sheets/layout.module.css'
import * as sample from '../../ui/sheets/sample.module.css'

type CodeSampleProps = {
  readonly title: string
  readonly code: string
  /** What the program answers. */
  readonly children?: ReactNode
}

/** A program to copy. What a reader may change, the texts in quotes, carries the accent. */
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

/** The texts in quotes stand out: they are what a reader may change. */
export function coloured(code: string): ReactNode {
  return accented(code.split(/("[^"]*"|'[^']*')/))
}

/** An answer in JSON, whose values stand out: they are what a reader looks for. */
export function colouredAnswer(json: string): ReactNode {
  return accented(json.split(/(?<=: )("[^"]*"|[\d.]+)/))
}

/** Every other part, from the second on, carries the accent. */
function accented(parts: readonly string[]): ReactNode {
  return parts.map((part, index) => (index % 2 === 1 ? <b key={index}>{part}</b> : part))
}

import { referenceWords as words } from '#words/reference'
import type { Operation } from './document.ts'
import { commandOf, replyOf } from './samples.ts'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as sample from '../ui/sheets/sample.module.css'
import * as styles from './Samples.module.css'

/** A call as a command, and the JSON that it gave. */
export function Samples({ operation }: { operation: Operation }) {
  const [command, reply] = [commandOf(operation), replyOf(operation)]
  return (
    <div className={styles.samples}>
      <div className={classes(sample.frame, layout.crossed, styles.frame)}>
        <div className={sample.bar}>{command === null ? words.pageOnly : 'curl'}</div>
        {command !== null && (
          <pre tabIndex={0} lang="en" data-command>
            {command}
          </pre>
        )}
        {reply !== null && (
          <>
            <div className={classes(sample.bar, styles.second)}>{words.replied}</div>
            <pre tabIndex={0} lang="en" className={styles.reply} data-reply>
              {reply}
            </pre>
          </>
        )}
      </div>
    </div>
  )
}

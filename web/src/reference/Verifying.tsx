import { referenceWords as words } from '#words/reference'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as sample from '../ui/sheets/sample.module.css'
import * as styles from './Verifying.module.css'
import { python, typescript } from './verifying.ts'

const programs = { TypeScript: typescript, Python: python }

/** How a receiver verifies what it is told. */
export function Verifying() {
  return (
    <section id="webhooks">
      <h3>{words.webhooks}</h3>
      {Object.entries(words.webhooksText).map(([name, text]) => (
        <p key={name}>{text}</p>
      ))}
      <div className={styles.programs}>
        {Object.entries(programs).map(([name, program]) => (
          <div key={name} className={classes(sample.frame, layout.crossed)}>
            <div className={sample.bar}>{name}</div>
            <pre tabIndex={0} lang="en">
              {program}
            </pre>
          </div>
        ))}
      </div>
    </section>
  )
}

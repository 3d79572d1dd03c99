import { useDesk } from '../jobs/store.ts'
import { camscanWords } from '#words/camscan'
import { shellWords } from '#words/shell'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as styles from './RefusedFiles.module.css'

/** Rejected files with their reasons; the others were accepted. */
export function RefusedFiles() {
  const refused = useDesk((desk) => desk.refused)
  if (refused.length === 0) return null
  return (
    <section className={styles.refused}>
      <h2>{camscanWords.desk.refusedTitle(refused.length)}</h2>
      <button
        type="button"
        className={classes(button.ghost, button.small)}
        onClick={() => useDesk.setState({ refused: [] })}
      >
        {shellWords.close}
      </button>
      <ul>
        {refused.map(({ name, reason }, index) => (
          <li key={index}>
            <b>{name}</b> · {reason}
          </li>
        ))}
      </ul>
    </section>
  )
}

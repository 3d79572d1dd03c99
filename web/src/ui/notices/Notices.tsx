import { useId } from 'react'
import { shellWords } from '#words/shell'
import { Dialog } from '../Dialog.tsx'
import { useNotices } from './notices.ts'
import type { Progress } from './notices.ts'
import * as button from '../sheets/button.module.css'
import { classes } from '../classes.ts'
import * as dialog from '../Dialog.module.css'
import * as figure from '../drawings/figures.module.css'
import * as styles from './Notices.module.css'

/** The alert and the loader, shown on top of any page. */
export function Notices() {
  const { alert, loader } = useNotices()
  return (
    <>
      {loader && <Loader progress={loader} />}
      {alert !== null && <Alert text={alert} onClose={() => useNotices.setState({ alert: null })} />}
    </>
  )
}

function Alert({ text, onClose }: { text: string; onClose: () => void }) {
  const id = useId()
  return (
    <Dialog
      className={classes(dialog.dialog, dialog.question)}
      role="alertdialog"
      labelledBy={id}
      onClose={onClose}
    >
      <p id={id} className={dialog.sentence}>
        {text}
      </p>
      <div className={dialog.answers}>
        <button type="button" className={button.primary} onClick={onClose}>
          {shellWords.ok}
        </button>
      </div>
    </Dialog>
  )
}

function Loader({ progress: { text, current, total } }: { progress: Progress }) {
  const id = useId()
  const counted = current !== undefined && total !== undefined && total > 0
  return (
    <Dialog className={classes(dialog.dialog, styles.loader)} labelledBy={id}>
      <svg viewBox="0 0 128 128" aria-hidden="true">
        <path className={figure.construction} d="M24 0V128M104 0V128M8 8H120M8 112H120" />
        <path
          className={classes(figure.accent, styles.leaf)}
          d="M24 8h80v104H24zM40 32h24M40 50h48M40 60h48M40 70h32"
        />
      </svg>
      <p id={id} className={styles.text} role="status">
        {text}
      </p>
      {counted && (
        <>
          <p className={styles.count}>
            {current}/{total}
          </p>
          <div className={styles.progress}>
            <i style={{ width: `${(100 * current) / total}%` }} />
          </div>
        </>
      )}
    </Dialog>
  )
}

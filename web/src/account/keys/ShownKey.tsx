import { useId } from 'react'
import { keysWords } from '#words/keys'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as dialog from '../../ui/Dialog.module.css'
import * as styles from './ShownKey.module.css'

const { shown: words } = keysWords

/** A new key, the only time that it is shown: its own button closes it, not a stray Escape. */
export function ShownKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const id = useId()
  return (
    <Dialog className={classes(dialog.dialog, dialog.question)} labelledBy={id}>
      <h2 id={id}>{words.title}</h2>
      <p>{words.text}</p>
      <code className={styles.secret}>{secret}</code>
      <div className={dialog.answers}>
        <CopyButton text={secret} what={words.what} />
        <button type="button" className={classes(button.primary, button.small)} onClick={onClose}>
          {words.done}
        </button>
      </div>
    </Dialog>
  )
}

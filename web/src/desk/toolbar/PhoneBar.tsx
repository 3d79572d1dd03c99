import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { openDossier } from '../../jobs/desk.ts'
import { PickButton } from '../../ui/PickButton.tsx'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as styles from './PhoneBar.module.css'

type PhoneBarProps = { disabled: boolean; onFiles: (files: readonly File[]) => void }

/** On a phone, keeps the main actions within reach of the thumb. */
export function PhoneBar({ disabled, onFiles }: PhoneBarProps) {
  return (
    <div className={styles.phoneBar} data-phone-bar>
      <PickButton
        className={classes(button.secondary, button.square, styles.camera)}
        icon="camera"
        label={camscanWords.desk.takePhoto}
        bare
        camera
        {...{ disabled, onFiles }}
      />
      <PickButton
        className={button.secondary}
        icon="plus"
        label={camscanWords.desk.add}
        {...{ disabled, onFiles }}
      />
      <button type="button" className={button.primary} onClick={() => openDossier(null)}>
        {deskWords.join}
      </button>
    </div>
  )
}

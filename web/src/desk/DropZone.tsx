import { useContext } from 'react'
import { PageFactsContext } from '../api/page-facts.ts'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { DropFigure } from '../ui/drawings/figures.tsx'
import { PickButton } from '../ui/PickButton.tsx'
import { CostLine } from './CostLine.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './DropZone.module.css'

type ZoneProps = {
  /** Shrinks to one row once there are cards. */
  slim: boolean
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** Adds files: with a button first, by drop or paste as well. Says up front what is accepted. */
export function DropZone({ slim, disabled, onFiles }: ZoneProps) {
  return (
    <div className={classes(styles.zone, layout.crossed, slim && styles.slim)} data-drop-zone>
      {slim ? (
        <>
          <PickButton
            className={button.secondary}
            icon="plus"
            label={camscanWords.desk.choose}
            {...{ disabled, onFiles }}
          />
          <p className={styles.hint}>
            <span className={layout.wideOnly}>{camscanWords.desk.anywhere} </span>
            {camscanWords.desk.formats}
          </p>
          <CostLine />
        </>
      ) : (
        <>
          <div>
            <h2>
              <span className={layout.wideOnly}>{camscanWords.desk.drop}</span>
              <span className={layout.phoneOnly}>{deskWords.phoneDrop}</span>
            </h2>
            <p className={classes(prose.muted, layout.wideOnly)}>
              {camscanWords.desk.paste} <kbd>Ctrl</kbd> <kbd>V</kbd>
            </p>
            <div className={styles.actions}>
              <PickButton
                className={classes(button.primary, button.large)}
                label={camscanWords.desk.choose}
                {...{ disabled, onFiles }}
              />
              <PickButton
                className={classes(button.secondary, button.large, layout.phoneOnly)}
                icon="camera"
                label={camscanWords.desk.takePhoto}
                camera
                {...{ disabled, onFiles }}
              />
            </div>
            <Constraints />
          </div>
          <DropFigure />
        </>
      )}
    </div>
  )
}

function Constraints() {
  const limits = useContext(PageFactsContext)?.limits
  return (
    <p className={styles.hint}>
      {camscanWords.desk.formats}{' '}
      {limits && camscanWords.desk.limits(limits.imageBytesMax, limits.pagesMax, limits.batchFilesMax)}
    </p>
  )
}

import { useContext, useRef } from 'react'
import { PageFactsContext } from '../api/page-facts.ts'
import { camscanWords } from '#words/camscan'
import { Icon } from '../ui/Icon.tsx'
import { DropFigure } from '../ui/figures.tsx'
import { CostLine } from './CostLine.tsx'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as layout from '../ui/sheets/layout.module.css'
import * as prose from '../ui/sheets/prose.module.css'
import * as styles from './DropZone.module.css'

type ZoneProps = {
  /** There are cards already: one row is enough. */
  slim: boolean
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/** The way in: a real button first, dropping and pasting as a bonus. What is accepted is said before it is refused. */
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
            <h2>{camscanWords.desk.drop}</h2>
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

type PickProps = Omit<ZoneProps, 'slim'> & {
  className: string
  label: string
  /** The icon alone is seen. */
  bare?: boolean
  icon?: 'plus' | 'camera'
  camera?: boolean
}

/** Opens the browser's file picker. Leaving it without a choice fires no `change`, and so says nothing. */
export function PickButton({
  className,
  label,
  icon,
  bare = false,
  camera = false,
  disabled,
  onFiles,
}: PickProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={bare ? label : undefined}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {icon && <Icon name={icon} />} {!bare && label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        {...(camera
          ? { accept: 'image/*', capture: 'environment' }
          : { accept: 'image/*,application/pdf', multiple: true })}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file may be picked again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

import { choices } from '../jobs/intake/options.ts'
import type { Options } from '../jobs/intake/options.ts'
import { camscanWords } from '#words/camscan'
import { Icon } from '../ui/drawings/Icon.tsx'
import type { Editor, EditorEvent } from './quad/editor.ts'
import { turned } from './quad/zones.ts'
import type { Zone, Zones } from './quad/zones.ts'
import * as button from '../ui/sheets/button.module.css'
import { classes } from '../ui/classes.ts'
import * as styles from './Toolbar.module.css'

const words = camscanWords.corners

type ToolbarProps = {
  readonly editor: Editor
  readonly zones: Zones
  readonly paper: Options['paper']
  readonly onPaper: (paper: Options['paper']) => void
  readonly dispatch: (event: EditorEvent) => void
}

/** Controls that change the whole zone at once. */
export function Toolbar({ editor, zones, paper, onPaper, dispatch }: ToolbarProps) {
  const replace = (zone: Zone) => dispatch({ type: 'replaced', zone })
  return (
    <div className={styles.toolbar}>
      <button
        type="button"
        className={classes(button.ghost, button.small)}
        onClick={() => replace({ ...editor.zone, quad: zones.whole })}
      >
        {words.whole}
      </button>
      <button
        type="button"
        className={classes(button.ghost, button.small)}
        onClick={() => replace(zones.detected)}
      >
        {words.reset}
      </button>
      <span className={styles.separator} />
      <IconButton
        icon="undo"
        label={words.undo}
        disabled={editor.past.length === 0}
        onClick={() => dispatch({ type: 'undone' })}
      />
      <IconButton
        icon="redo"
        label={words.redo}
        disabled={editor.future.length === 0}
        onClick={() => dispatch({ type: 'redone' })}
      />
      <IconButton icon="retry" label={words.turn} onClick={() => replace(turned(editor.zone, 1))} />
      <span className={styles.separator} />
      <label className={styles.format}>
        <span>{camscanWords.options.paper}</span>
        <select value={paper} onChange={({ currentTarget }) => onPaper(currentTarget.value as typeof paper)}>
          {choices.paper.map((name) => (
            <option key={name} value={name}>
              {camscanWords.options.papers[name]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

type IconButtonProps = {
  readonly icon: 'undo' | 'redo' | 'retry'
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

/** Uses `aria-disabled`: `disabled` would drop the focus when a press disables the button. */
function IconButton({ icon, label, disabled = false, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes(button.ghost, button.small, button.square, styles.square)}
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  )
}

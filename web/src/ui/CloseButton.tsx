import { shellWords } from '#words/shell'
import { Icon } from './drawings/Icon.tsx'
import { classes } from './classes.ts'
import * as button from './sheets/button.module.css'

type CloseProps = { readonly className: string; readonly onClick: () => void }

export function CloseButton({ className, onClick }: CloseProps) {
  return (
    <button
      type="button"
      className={classes(button.ghost, button.square, className)}
      aria-label={shellWords.close}
      onClick={onClick}
    >
      <Icon name="close" />
    </button>
  )
}

import { useEffect, useId, useRef, useState } from 'react'
import type { CSSProperties, FocusEvent, ReactNode } from 'react'
import * as button from './sheets/button.module.css'
import { classes } from './classes.ts'
import * as styles from './Menu.module.css'

type MenuProps = {
  readonly label: ReactNode
  /** Its name where the label is but an icon. */
  readonly name?: string
  readonly className?: string | undefined
  readonly items: readonly MenuItem[]
}

type MenuItem = { readonly text: string; readonly act: () => Promise<void> | void }

/** A button that opens a list of less common actions. A popover, because cards clip what is drawn outside them. */
export function Menu({ label, name, className, items }: MenuProps) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<CSSProperties | null>(null)
  const close = () => menu.current?.hidePopover()
  const open = place !== null
  // It would stay where it is in the window.
  useEffect(() => {
    if (!open) return
    const leave = ({ target }: Event) => target !== menu.current && close()
    window.addEventListener('scroll', leave, true)
    return () => window.removeEventListener('scroll', leave, true)
  }, [open])
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // A press on the button closes it anyway.
    if (relatedTarget === opener.current || relatedTarget === null) return
    if (!currentTarget.contains(relatedTarget)) close()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={classes(button.secondary, button.small, styles.opener, className)}
        aria-label={name}
        aria-expanded={open}
        popoverTarget={id}
      >
        {label}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={styles.menu}
        style={place ?? undefined}
        onBeforeToggle={({ newState }) => setPlace(newState === 'open' ? placeAt(opener.current) : null)}
        onBlur={leave}
      >
        {items.map(({ text, act }) => (
          <button
            key={text}
            type="button"
            onClick={() => {
              close()
              void act()
            }}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  )
}

const gapPx = 4
const edgePx = 8

/** Below or above the button, wherever there is more room, with their right sides in line. */
function placeAt(opener: HTMLElement | null): CSSProperties {
  if (opener === null) return {}
  const { top, bottom, right } = opener.getBoundingClientRect()
  const below = window.innerHeight - bottom
  const side = below >= top ? { top: bottom + gapPx } : { bottom: window.innerHeight - top + gapPx }
  return { ...side, right: window.innerWidth - right, maxHeight: Math.max(below, top) - gapPx - edgePx }
}

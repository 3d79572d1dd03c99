import { useEffect, useId, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { deskWords } from '#words/desk'
import { downloadEachPdf, downloadOnePdf } from '../../jobs/desk.ts'
import { downloadable } from '../../jobs/results/download.ts'
import { isFolder, pagesOf } from '../../jobs/job.ts'
import type { Job } from '../../jobs/job.ts'
import { Icon } from '../../ui/drawings/Icon.tsx'
import * as button from '../../ui/sheets/button.module.css'
import { classes } from '../../ui/classes.ts'
import * as styles from './ExportMenu.module.css'

/** Menu of the less common exports. */
export function ExportMenu({ jobs }: { jobs: readonly Job[] }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useLeaving({ menu, opener, open, close: () => setOpen(false) })
  const choose = (save: () => Promise<void>) => {
    opener.current?.focus()
    setOpen(false)
    void save()
  }
  const joinable = jobs.filter((job) => isFolder(job) && downloadable(pagesOf(jobs, job)).length > 1)
  return (
    <div className={styles.exports} ref={menu}>
      <button
        ref={opener}
        type="button"
        className={classes(button.secondary, button.small)}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {deskWords.exports} <Icon name="chevron" small />
      </button>
      <div id={id} className={styles.menu} hidden={!open}>
        <button type="button" onClick={() => choose(downloadEachPdf)}>
          {deskWords.eachPdf}
        </button>
        {joinable.map((folder) => (
          <button key={folder.id} type="button" onClick={() => choose(() => downloadOnePdf(folder))}>
            {deskWords.joinOf(folder.name)}
          </button>
        ))}
      </div>
    </div>
  )
}

type Leaving = {
  menu: RefObject<HTMLElement | null>
  opener: RefObject<HTMLElement | null>
  open: boolean
  close: () => void
}

/** Closes the menu on Escape, which returns the focus, and on presses or focus elsewhere. */
function useLeaving({ menu, opener, open, close }: Leaving): void {
  useEffect(() => {
    if (!open) return
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        opener.current?.focus()
      } else if (event.target instanceof Node && menu.current?.contains(event.target)) return
      close()
    }
    const events = ['keydown', 'pointerdown', 'focusin']
    for (const name of events) document.addEventListener(name, leave)
    return () => {
      for (const name of events) document.removeEventListener(name, leave)
    }
  })
}

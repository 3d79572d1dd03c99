import { useId, useMemo, useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import type { Job } from '../../jobs/job.ts'
import { useBox } from '../../ui/browser/use-box.ts'
import * as prose from '../../ui/sheets/prose.module.css'
import { gridOf, heightOf, placeOf, slotOf } from './grid.ts'
import { Tile } from './Tile.tsx'
import { TileDialog } from './TileDialog.tsx'
import { useCarry } from './use-carry.ts'
import { useSlotsInSight } from './use-slots-in-sight.ts'
import * as styles from './Sheet.module.css'

/** The contact sheet: results as tiles that the user can reorder. Renders only tiles near the window, the carried and the focused one. */
export function Sheet({ tiles }: { tiles: readonly Job[] }) {
  const howTo = useId()
  const frame = useRef<HTMLOListElement>(null)
  const least = useRef<HTMLDivElement>(null)
  const { width } = useBox(frame)
  const leastSize = useBox(least)
  const grid = useMemo(() => gridOf(width, leastSize), [width, leastSize])
  const inSight = useSlotsInSight(frame, grid)
  const { carried, handlers, keys } = useCarry({ frame, grid, tiles })
  const focused = useFocused()
  const [opened, setOpened] = useState<string | null>(null)
  const shown = tiles.flatMap((job, index) => {
    const slot = carried === null ? index : slotOf(index, carried)
    const held = carried?.id === job.id
    const needed = held || focused.id === job.id || (slot >= inSight.from && slot < inSight.to)
    return needed ? [{ job, index, slot, held }] : []
  })
  return (
    <>
      <div ref={least} className={styles.least} aria-hidden="true" />
      {tiles.length === 0 && <p className={prose.muted}>{camscanWords.filters.none}</p>}
      <ol
        ref={frame}
        className={styles.sheet}
        style={{ height: heightOf(grid, tiles.length) }}
        data-sheet
        data-carrying={carried?.by}
        {...handlers}
        {...focused.handlers}
      >
        {shown.map(({ job, slot, held }) => {
          const { x, y } = held && carried?.at ? carried.at : placeOf(grid, slot)
          const place = { x, y, ...grid.tile, slot, total: tiles.length, held }
          return <Tile key={job.id} {...{ job, howTo, ...place }} onKey={keys} onOpen={setOpened} />
        })}
      </ol>
      <p id={howTo} className={prose.unseen}>
        {deskWords.howToMove}
      </p>
      {opened !== null && (
        <TileDialog id={opened} tiles={tiles} onTurn={setOpened} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** The focused tile stays rendered however far the page is scrolled, or the focus would be lost. */
function useFocused() {
  const [id, setId] = useState<string | null>(null)
  const onFocus = ({ target }: FocusEvent) =>
    setId(target.closest('[data-tile]')?.getAttribute('data-tile') ?? null)
  return { id, handlers: { onFocus, onBlur: () => setId(null) } }
}

import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { slotsIn } from './grid.ts'
import type { Grid } from './grid.ts'

/** Tiles this far outside the window are rendered too, so that the wheel and Tab find them ready. */
const aheadPx = 500

type Slots = { readonly from: number; readonly to: number }

/** Range of slots in or near the window. */
export function useSlotsInSight(frame: RefObject<HTMLElement | null>, grid: Grid): Slots {
  const [slots, setSlots] = useState<Slots>({ from: 0, to: 0 })
  useEffect(() => {
    const look = () => {
      if (frame.current === null || grid.tile.height === 0) return
      const { top } = frame.current.getBoundingClientRect()
      const [from, to] = slotsIn(grid, { top: -top - aheadPx, bottom: window.innerHeight - top + aheadPx })
      setSlots((now) => (now.from === from && now.to === to ? now : { from, to }))
    }
    look()
    // Content that grows above the sheet moves it without a scroll event.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    window.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', look)
    }
  }, [frame, grid])
  return slots
}

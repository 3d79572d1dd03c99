import type { Size } from '@equerre/geometry/spaces'
import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Current size of an element in CSS pixels, including its scrollbars, which come and go. */
export function useBox(element: RefObject<HTMLElement | null>): Size {
  const [box, setBox] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = element.current
    if (target === null) return
    const measure = () => setBox({ width: target.offsetWidth, height: target.offsetHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    measure()
    return () => observer.disconnect()
  }, [element])
  return box
}

import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** How far below or above the window an element is near: about what a browser takes for pictures that it loads lazily. */
const nearPx = 1250

/** Whether `element` has been in the window, or near it. */
export function useNear(element: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const target = element.current
    if (target === null || near) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element, near])
  return near
}

import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Distance above or below the viewport that counts as near: about what browsers use for lazy loading. */
const nearPx = 1250

/** Whether `element` has ever been in the viewport or near it. */
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

import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { productName } from '../words/product-name.ts'

/** Whether the user has left the first page, whose key is `default`: on that page the browser sets the focus. */
let navigated = false

/** A page's only h1. It takes the focus after a navigation, so that screen readers start at the top. */
export function PageTitle({ children, title }: { children: ReactNode; title: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { key, hash } = useLocation()
  const way = useNavigationType()
  const latest = useRef(way)
  useEffect(() => {
    latest.current = way
  })
  // Depends on the location only: closing a cover is a POP to the same one.
  useEffect(() => {
    navigated ||= key !== 'default'
    if (!navigated || hash !== '') return
    ref.current?.focus({ preventScroll: true })
    // On Back and Forward the browser restores the scroll position.
    if (latest.current !== 'POP') window.scrollTo(0, 0)
  }, [key, hash])
  return (
    <>
      <title>{title.includes(productName) ? title : `${title} · ${productName}`}</title>
      <h1 ref={ref} tabIndex={-1}>
        {children}
      </h1>
    </>
  )
}

import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { productName } from '../words/product-name.ts'

/** Whether somebody has gone on from the page that the browser itself opened, whose key is `default`: there the focus is its own. */
let gone = false

/** The one h1 of a page. After a navigation it takes the focus, so that a screen reader begins where a reader would. */
export function PageTitle({ children, title }: { children: ReactNode; title: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { key, hash } = useLocation()
  const way = useNavigationType()
  const latest = useRef(way)
  useEffect(() => {
    latest.current = way
  })
  // By the place alone: a cover that closes is a way back to the same one.
  useEffect(() => {
    gone ||= key !== 'default'
    if (!gone || hash !== '') return
    ref.current?.focus({ preventScroll: true })
    // Back and forward lead to the place on the page that the browser remembers.
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

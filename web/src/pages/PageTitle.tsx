import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { productName } from '../messages.fr.ts'

/** The one h1 of a page. After a navigation it takes the focus, so that a screen reader begins where a reader would. */
export function PageTitle({ children, title }: { children: ReactNode; title: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  const { key, hash } = useLocation()
  useEffect(() => {
    // `default` is the key of the page that the browser itself opened: there the focus belongs to the browser.
    if (key === 'default' || hash !== '') return
    ref.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
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

import { pageFactsId, type PageFacts } from '@equerre/contract/page-facts'
import { createContext, useContext } from 'react'
import { apiUrl } from './client.ts'

const facts = readPageFacts()

/** Null where another server than the gateway hands the page out. The gateway, where no document is, gives its own. */
export const PageFactsContext = createContext(facts)

/** What the service accepts. */
export const limits: Partial<PageFacts['limits']> = facts?.limits ?? {}

/** Where programs find the service: the page's own address unless the service has another. */
export function useServiceOrigin(): string {
  const site = useContext(PageFactsContext)?.site ?? location.origin
  return new URL(apiUrl('/'), site).origin
}

function readPageFacts(): PageFacts | null {
  if (typeof document === 'undefined') return null
  const json = document.getElementById(pageFactsId)?.textContent
  return json ? (JSON.parse(json) as PageFacts) : null
}

import { pageFactsId, type PageFacts } from '@equerre/contract/page-facts'
import { createContext, useContext } from 'react'
import { apiUrl } from './client.ts'

const facts = readPageFacts()

/** Null if the page is not served by the gateway, which provides its own facts when rendering. */
export const PageFactsContext = createContext(facts)

/** The service's limits. */
export const limits: Partial<PageFacts['limits']> = facts?.limits ?? {}

/** The API's origin for programs: the page's own unless configured otherwise. */
export function useServiceOrigin(): string {
  const site = useContext(PageFactsContext)?.site ?? location.origin
  return new URL(apiUrl('/'), site).origin
}

function readPageFacts(): PageFacts | null {
  if (typeof document === 'undefined') return null
  const json = document.getElementById(pageFactsId)?.textContent
  return json ? (JSON.parse(json) as PageFacts) : null
}

import { pageFactsId, type PageFacts } from '@equerre/contract/page-facts'

const facts = readPageFacts()

/** Who runs the service; null where another server than the gateway hands the page out. */
export const operator = facts?.operator ?? null

/** What the service accepts. */
export const limits: Partial<PageFacts['limits']> = facts?.limits ?? {}

function readPageFacts(): PageFacts | null {
  const json = document.getElementById(pageFactsId)?.textContent
  return json ? (JSON.parse(json) as PageFacts) : null
}

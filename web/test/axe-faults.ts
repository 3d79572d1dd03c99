import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * Axe's violations on the current page, one line per rule with the first offending element. Legacy mode needs no
 * second page; it checks same-origin frames only, and there are none.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

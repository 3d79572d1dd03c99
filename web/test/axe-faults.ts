import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * What axe finds wrong with the page as it stands, one line a rule, with the first element that breaks it. Its legacy mode
 * looks into frames of the page's own origin only, of which there is none, and opens no second page for that.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

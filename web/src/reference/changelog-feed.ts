import { changelog } from '@equerre/contract/changelog'
import { changelogWords as words } from '#words/changelog'
import { language } from '#words/language'
import { productName } from '../words/product-name.ts'

/** The log of changes as a JSON Feed (jsonfeed.org, version 1.1), an item for each version. */
export function changelogFeed() {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: `${words.title} ${productName}`,
    description: words.lead,
    language,
    items: changelog.map(({ version, date, changes }) => ({
      id: `equerre-api-${version}`,
      title: `${version}`,
      date_published: `${date}T00:00:00Z`,
      content_text: changes.map(({ id, sort }) => `${words.sorts[sort]}: ${words.changes[id]}`).join('\n'),
    })),
  }
}

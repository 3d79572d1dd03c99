import { languageBases } from '@equerre/contract/language'
import { openApiDocument } from '@equerre/contract/openapi'
import { examplesIn } from '@equerre/words/examples'
import { contractWords } from '#words/contract'
import { language } from '#words/language'
import { changelogWords } from '#words/changelog'
import { referenceWords } from '#words/reference'
import { renderToStaticMarkup } from 'react-dom/server'
import { postmanCollection } from './collection.ts'
import type { OpenApi } from './document.ts'
import { llmsText, referenceMarkdown } from './markdown.ts'
import { Changelog } from './Changelog.tsx'
import { changelogFeed } from './changelog-feed.ts'
import { Reference } from './Reference.tsx'

/** The values for the HTML templates of the reference and of the log of its changes, including their content, and the files for programs by their names. */
export function renderReference() {
  const document = openApiDocument({ ...contractWords, examples: examplesIn(language) }) as OpenApi
  const folder = languageBases[language]
  return {
    values: valuesOf(document),
    files: {
      'llms.txt': llmsText(document, folder),
      'docs/reference.md': referenceMarkdown(document),
      'docs/postman.json': JSON.stringify(postmanCollection(document), null, 2),
      'docs/changelog/feed.json': JSON.stringify(changelogFeed(), null, 2),
    },
  } as const
}

function valuesOf(document: OpenApi): Readonly<Record<string, string>> {
  return {
    lang: language,
    title: referenceWords.documentTitle,
    description: referenceWords.description,
    reference: renderToStaticMarkup(<Reference document={document} />),
    changelogTitle: `${changelogWords.title}, ${referenceWords.documentTitle}`,
    changelogDescription: changelogWords.lead,
    changelog: renderToStaticMarkup(<Changelog />),
  }
}

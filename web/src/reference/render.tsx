import { languageBases } from '@equerre/contract/language'
import { openApiDocument } from '@equerre/contract/openapi'
import { contractWords } from '#words/contract'
import { language } from '#words/language'
import { referenceWords } from '#words/reference'
import { renderToStaticMarkup } from 'react-dom/server'
import { postmanCollection } from './collection.ts'
import type { OpenApi } from './document.ts'
import { llmsText, referenceMarkdown } from './markdown.ts'
import { Reference } from './Reference.tsx'

/** The values for the reference's HTML template, including its content, and the files for programs by their names. */
export function renderReference() {
  const document = openApiDocument(contractWords) as OpenApi
  const folder = languageBases[language]
  return {
    values: valuesOf(document),
    files: {
      'llms.txt': llmsText(document, folder),
      'docs/reference.md': referenceMarkdown(document),
      'docs/postman.json': JSON.stringify(postmanCollection(document), null, 2),
    },
  } as const
}

function valuesOf(document: OpenApi): Readonly<Record<string, string>> {
  return {
    lang: language,
    title: referenceWords.documentTitle,
    description: referenceWords.description,
    reference: renderToStaticMarkup(<Reference document={document} />),
  }
}

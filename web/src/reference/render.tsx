import { openApiDocument } from '@equerre/contract/openapi'
import { contractWords } from '#words/contract'
import { language } from '#words/language'
import { referenceWords } from '#words/reference'
import { renderToStaticMarkup } from 'react-dom/server'
import type { OpenApi } from './document.ts'
import { Reference } from './Reference.tsx'

/** What stands in the document of the reference, itself as HTML. */
export function renderReference(): Readonly<Record<string, string>> {
  return {
    lang: language,
    title: referenceWords.documentTitle,
    description: referenceWords.description,
    reference: renderToStaticMarkup(<Reference document={openApiDocument(contractWords) as OpenApi} />),
  }
}

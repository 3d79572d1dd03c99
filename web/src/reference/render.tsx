import { openApiDocument } from '@equerre/contract/openapi'
import { contractWords } from '#words/contract'
import { language } from '#words/language'
import { referenceWords } from '#words/reference'
import { renderToStaticMarkup } from 'react-dom/server'
import type { OpenApi } from './document.ts'
import { Reference } from './Reference.tsx'

/** The values for the reference's HTML template, including its content. */
export function renderReference(): Readonly<Record<string, string>> {
  return {
    lang: language,
    title: referenceWords.documentTitle,
    description: referenceWords.description,
    reference: renderToStaticMarkup(<Reference document={openApiDocument(contractWords) as OpenApi} />),
  }
}

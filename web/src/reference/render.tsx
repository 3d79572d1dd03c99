import { openApiDocument } from '@equerre/contract/openapi'
import { contractWords } from '#words/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import type { OpenApi } from './document.ts'
import { Reference } from './Reference.tsx'

/** The reference as HTML. */
export function renderReference(): string {
  return renderToStaticMarkup(<Reference document={openApiDocument(contractWords) as OpenApi} />)
}

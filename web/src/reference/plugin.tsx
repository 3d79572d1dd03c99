import { openApiDocument } from '@equerre/contract/openapi'
import { referenceWords } from '@equerre/words/fr/reference'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import type { OpenApi } from './document.ts'
import { Reference } from './Reference.tsx'

/** Writes the reference into its page when the page is built: what it says is the contract's OpenAPI document. */
export function referencePage(): Plugin {
  return {
    name: 'reference-page',
    transformIndexHtml: (html) =>
      html.replace('<!--reference-->', () =>
        renderToStaticMarkup(<Reference document={openApiDocument(referenceWords) as OpenApi} />),
      ),
  }
}

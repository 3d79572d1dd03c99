import { languageBases, readAddress } from '@equerre/contract/language'
import { language } from '#words/language'
import type { RenderPage } from '@equerre/contract/page-facts'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { PageFactsContext } from './api/page-facts.ts'
import { App } from './App.tsx'
import { loadPage } from './routes.tsx'

/** Leading tags that React meant for the head, where the gateway has its own. */
const headTags = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)+/

/** @public The gateway loads it from the built page. */
export const renderPage: RenderPage = async (path, facts) => {
  await loadPage(readAddress(path).path)
  const html = renderToString(
    <PageFactsContext value={facts}>
      <App
        router={({ children }) => (
          <StaticRouter basename={languageBases[language] || '/'} location={path}>
            {children}
          </StaticRouter>
        )}
      />
    </PageFactsContext>,
  )
  return html.replace(headTags, '')
}

import { languageBases, readAddress } from '@equerre/contract/language'
import { renderPageFile, type RenderPage } from '@equerre/contract/page-facts'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Renders pages with the code that the page's build left in `webDir`, loaded with the first page. The last rendering of each
 * path is kept, because its facts change only with the address of the site.
 */
export function createPageRenderer(webDir: string): RenderPage {
  const drawings = new Map<string, { readonly site: string; readonly html: string }>()
  return async (pathname, facts) => {
    const kept = drawings.get(pathname)
    if (kept?.site === facts.site) return kept.html
    const file = pathToFileURL(
      path.resolve(webDir, `.${languageBases[readAddress(pathname).language]}`, renderPageFile),
    ).href
    const { renderPage } = (await import(file)) as { readonly renderPage: RenderPage }
    const html = await renderPage(pathname, facts)
    drawings.set(pathname, { site: facts.site, html })
    return html
  }
}

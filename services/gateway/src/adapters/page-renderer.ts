import { languageBases, readAddress } from '@equerre/contract/language'
import { renderPageFile, type RenderPage } from '@equerre/contract/page-facts'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Draws pages by the code that the page's build left in `webDir`, read at the first page. The last drawing of each path is
 * kept: its facts change with the address of the site only.
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

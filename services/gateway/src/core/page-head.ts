import { pageFactsId, type PageFacts } from '@equerre/contract/page-facts'
import { addressIn, languages, type Language } from '@equerre/contract/language'
import { pageIndexed, pagePaths, type PageName } from '@equerre/contract/pages'

/** Documents of the site that are not pages of the app, and may be indexed. */
const otherDocuments = ['/docs/']
const names = Object.keys(pagePaths) as PageName[]

/** The page at an address, with or without a trailing slash; null if there is none. */
export function pageAt(address: string): PageName | null {
  const path = address.length > 1 && address.endsWith('/') ? address.slice(0, -1) : address
  return names.find((name) => pagePaths[name] === path) ?? null
}

/**
 * Adds the page's addresses to its HTML, for search engines and link previews, which run no scripts.
 * @param html the built document, which already says what the page is
 * @param site the origin it is served from
 */
export function withHead(
  html: string,
  { name, language, site }: { name: PageName; language: Language; site: string },
): string {
  const at = (spoken: Language) => escaped(`${site}${addressIn(spoken, pagePaths[name])}`)
  const alternate = (hreflang: string, spoken: Language) =>
    `<link rel="alternate" hreflang="${hreflang}" href="${at(spoken)}" />`
  const address = at(language)
  const facts = [
    `<link rel="canonical" href="${address}" />`,
    ...languages.map((spoken) => alternate(spoken, spoken)),
    alternate('x-default', 'fr'),
    `<meta property="og:url" content="${address}" />`,
    `<meta property="og:image" content="${escaped(site)}/og.jpg" />`,
  ].join('\n    ')
  return html.replace('</title>', (end) => `${end}\n    ${facts}`)
}

/**
 * Adds to the HTML the facts that the page would otherwise have to fetch before it is complete.
 * @param html the built document
 */
export function withFacts(html: string, facts: PageFacts): string {
  const json = JSON.stringify(facts).replace(/</g, '\\u003c')
  const script = `<script type="application/json" id="${pageFactsId}">${json}</script>`
  return html.replace('</head>', () => `  ${script}\n  </head>`)
}

/**
 * Adds to the HTML what the server renders of the page, for the page's scripts to take over.
 * @param drawn safe HTML
 */
export function withDrawing(html: string, drawn: string): string {
  return html.replace('<div id="root">', (root) => root + drawn)
}

/** `/sitemap.xml`: every address that may be indexed. */
export function sitemap(site: string): string {
  const paths = [
    ...names.filter((name) => pageIndexed[name]).map((name) => pagePaths[name]),
    ...otherDocuments,
  ]
  const addresses = languages.flatMap((language) => paths.map((path) => addressIn(language, path)))
  const urls = addresses.map((path) => `  <url><loc>${escaped(site)}${path}</loc></url>`).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`
}

/** `/robots.txt`: the API's answers are not to be indexed, and nothing of a staging site. */
export function robots(site: string, staging: boolean): string {
  if (staging) return 'User-agent: *\nDisallow: /\n'
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${site}/sitemap.xml\n`
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}

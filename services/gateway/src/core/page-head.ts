import { pageFactsId, type PageFacts } from '@equerre/contract/page-facts'
import { addressIn, languages, type Language } from '@equerre/contract/language'
import { pageIndexed, pagePaths, type PageName } from '@equerre/contract/pages'

/** Documents of the site that are no address of the page, and may be found. */
const otherDocuments = ['/docs/']
const names = Object.keys(pagePaths) as PageName[]

/** The page at an address, with or without a slash at its end; null for an address of none. */
export function pageAt(address: string): PageName | null {
  const path = address.length > 1 && address.endsWith('/') ? address.slice(0, -1) : address
  return names.find((name) => pagePaths[name] === path) ?? null
}

/**
 * The page's HTML with where it is, for search engines and link previews: they run no script.
 * @param html the built document, which says what the page is
 * @param site the origin under which it is served
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
 * The page's HTML with what the page would otherwise have to ask for before it is whole.
 * @param html the built document
 */
export function withFacts(html: string, facts: PageFacts): string {
  const json = JSON.stringify(facts).replace(/</g, '\\u003c')
  const script = `<script type="application/json" id="${pageFactsId}">${json}</script>`
  return html.replace('</head>', () => `  ${script}\n  </head>`)
}

/**
 * The page's HTML with what the server draws of it, which the page's scripts take over.
 * @param drawn safe HTML
 */
export function withDrawing(html: string, drawn: string): string {
  return html.replace('<div id="root">', (root) => root + drawn)
}

/** Every address that may be found, for `/sitemap.xml`. */
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

/** `/robots.txt`: the API's answers are nothing to be found. */
export function robots(site: string): string {
  return `User-agent: *\nDisallow: /api/\n\nSitemap: ${site}/sitemap.xml\n`
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}

import type { PageFacts } from '@equerre/contract/page-facts'
import { pagePaths } from '@equerre/contract/pages'
import { describe, expect, it } from 'vitest'
import { pageAt, robots, sitemap, withDrawing, withFacts, withHead } from './page-head.ts'

const built = '<head>\n<title>Prix</title>\n</head>'

describe('the head of a page', () => {
  it.each([
    ['/', 'home'],
    ['/camscan/', 'camscan'],
    ['/api', 'api'],
    ['/camscan/x', null],
  ])('%s is %s', (address, name) => expect(pageAt(address)).toBe(name))

  it('adds the page’s address in each language', () => {
    const html = withHead(built, { name: 'pricing', language: 'fr', site: 'https://equerre.test' })
    expect(html).toContain('<title>Prix</title>')
    expect(html).toContain('<link rel="canonical" href="https://equerre.test/pricing" />')
    expect(html).toContain('<link rel="alternate" hreflang="en" href="https://equerre.test/en/pricing" />')
    expect(html).toContain(
      '<link rel="alternate" hreflang="x-default" href="https://equerre.test/pricing" />',
    )
    expect(html).toContain('<meta property="og:url" content="https://equerre.test/pricing" />')
  })

  it('keeps an address inside its attribute', () => {
    expect(withHead(built, { name: 'home', language: 'fr', site: 'https://a.test"><script>' })).not.toContain(
      '<script>',
    )
  })

  it('embeds the operator’s name, which cannot close its script element', () => {
    const facts = { operator: { name: '</script><script>alert(1)' } } as PageFacts
    const [, json = ''] = />([^<]*)<\/script>\s*<\/head>/.exec(withFacts(built, facts)) ?? []
    expect(JSON.parse(json)).toEqual(facts)
  })

  it('inserts rendered HTML verbatim, whatever characters it contains', () => {
    expect(withDrawing('<body><div id="root"></div></body>', "<p>5 $& $' €</p>")).toBe(
      `<body><div id="root"><p>5 $& $' €</p></div></body>`,
    )
  })
})

describe('what search engines are told', () => {
  it('lists the pages that may be indexed, and no others', () => {
    const listed = [...sitemap('https://equerre.test').matchAll(/<loc>https:\/\/equerre.test([^<]+)/g)]
    const paths = listed.map((match) => match[1])
    expect(paths).toContain('/docs/')
    expect(paths).toContain(pagePaths.terms)
    for (const hidden of [pagePaths.account, pagePaths.login, pagePaths.register])
      expect(paths).not.toContain(hidden)
  })

  it('points to that list', () => {
    expect(robots('https://equerre.test', false)).toContain('Sitemap: https://equerre.test/sitemap.xml')
    expect(robots('https://equerre.test', true)).toBe('User-agent: *\nDisallow: /\n')
  })
})

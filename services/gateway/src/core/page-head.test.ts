import type { PageFacts } from '@equerre/contract/page-facts'
import { pageHeads, pagePaths } from '@equerre/contract/pages'
import { describe, expect, it } from 'vitest'
import { pageAt, robots, sitemap, withDrawing, withFacts, withHead } from './page-head.ts'

const built = `<head>
<meta name="description" content="avant" />
<meta property="og:title" content="avant" />
<meta property="og:description" content="avant" />
<title>avant</title>
</head>`

describe('the head of a page', () => {
  it.each([
    ['/', 'home'],
    ['/camscan/', 'camscan'],
    ['/api', 'api'],
    ['/camscan/x', null],
  ])('%s is %s', (address, name) => expect(pageAt(address)).toBe(name))

  it('says what the page is, and where', () => {
    const html = withHead(built, 'pricing', 'https://equerre.test')
    expect(html).not.toContain('avant')
    expect(html.split(pageHeads.pricing.title)).toHaveLength(3)
    expect(html.split(pageHeads.pricing.description)).toHaveLength(3)
    expect(html).toContain('<link rel="canonical" href="https://equerre.test/pricing" />')
  })

  it('lets no address break out of its attribute', () => {
    expect(withHead(built, 'home', 'https://a.test"><script>')).not.toContain('<script>')
  })

  it('carries who runs the service, whose name cannot end the script that holds it', () => {
    const facts = { operator: { name: '</script><script>alert(1)' } } as PageFacts
    const [, json = ''] = />([^<]*)<\/script>\s*<\/head>/.exec(withFacts(built, facts)) ?? []
    expect(JSON.parse(json)).toEqual(facts)
  })

  it('takes a drawing as it is, whatever signs it holds', () => {
    expect(withDrawing('<body><div id="root"></div></body>', "<p>5 $& $' €</p>")).toBe(
      `<body><div id="root"><p>5 $& $' €</p></div></body>`,
    )
  })

  it('gives every page a title and a description of its own that a result can show whole', () => {
    const indexed = Object.values(pageHeads).filter((head) => head.indexed)
    for (const key of ['title', 'description'] as const)
      expect(new Set(indexed.map((head) => head[key])).size).toBe(indexed.length)
    for (const { description } of indexed) expect(description.length).toBeLessThanOrEqual(160)
  })
})

describe('what search engines are told', () => {
  it('lists the pages that may be found, and no other', () => {
    const listed = [...sitemap('https://equerre.test').matchAll(/<loc>https:\/\/equerre.test([^<]+)/g)]
    const paths = listed.map((match) => match[1])
    expect(paths).toContain('/docs/')
    expect(paths).toContain(pagePaths.terms)
    for (const hidden of [pagePaths.account, pagePaths.login, pagePaths.register])
      expect(paths).not.toContain(hidden)
  })

  it('points to that list', () => {
    expect(robots('https://equerre.test')).toContain('Sitemap: https://equerre.test/sitemap.xml')
  })
})

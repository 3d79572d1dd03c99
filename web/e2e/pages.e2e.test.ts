import { pagePaths } from '@equerre/contract/pages'
import { inBrowser, missingBrowser } from '@equerre/testkit/browser'
import { startProduct } from '@equerre/testkit/product'
import type { Product } from '@equerre/testkit/product'
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../test/axe-faults.ts'
import { holdBack } from '../test/hold-back.ts'
import { tabTo } from '../test/tab-to.ts'

const expectedErrors = /404 \(Not Found\)/
/** For tests that check every route. */
const everyRouteTimeoutMs = 300_000
const lost = '/cette-page-nexiste-pas'
const addresses = [...Object.values(pagePaths), lost]

describe.skipIf(missingBrowser !== null)('every page', () => {
  let product: Product

  beforeAll(async () => {
    product = await startProduct()
  })
  afterAll(() => product.stop())

  test('L-01 L-02 L-03 G35 G36 RO-01 P-02: the top bar links everywhere, on a desktop and on a phone', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/pricing')
      const tools = page.getByRole('button', { name: 'TOOLS' })
      expect(await tools.locator('[lang=en]').textContent()).toBe('TOOLS')
      await tools.click()
      const tool = page.locator('[data-tools]').getByRole('link')
      expect(await tool.count()).toBe(1)
      expect(await tool.getAttribute('href')).toBe('/camscan')
      await tabTo(page, /^Recadrage Automatique/)
      await page.keyboard.press('Escape')
      await tool.waitFor({ state: 'hidden' })
      expect(await tools.evaluate((button) => button === document.activeElement)).toBe(true)
      const bar = page.getByRole('navigation', { name: 'Principale' })
      expect(await bar.getByRole('link', { name: 'API' }).getAttribute('href')).toBe('/api')
      expect(await bar.getByRole('link', { name: 'PRIX' }).getAttribute('href')).toBe('/pricing')
      const account = page.getByTitle('Invité (non connecté)')
      expect(await account.getAttribute('href')).toBe('/account')
      expect(
        await account
          .locator('svg')
          .first()
          .evaluate((glyph) => getComputedStyle(glyph).opacity),
      ).toBe('0.4')
      expect(await account.evaluate((link) => getComputedStyle(link).opacity)).toBe('1')
      expect(await page.getByText(/eq_(live|test)_/).count()).toBe(0)

      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'Ouvrir le menu' }).click()
      const menu = page.getByRole('navigation', { name: 'Menu' })
      for (const [name, path] of [
        ['Recadrage Automatique', '/camscan'],
        ['API', '/api'],
        ['PRIX', '/pricing'],
        ['Compte', '/account'],
      ] as const)
        expect(await menu.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path)
      await menu.getByRole('link', { name: 'API', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'API' }).waitFor()
      await menu.waitFor({ state: 'detached' })
      await page.getByRole('banner').getByRole('link', { name: 'Équerre, accueil' }).click()
      await page.getByRole('heading', { level: 1, name: 'Équerre' }).waitFor()
      await page.goBack()
      await page.goBack()
      await page.locator('h1:focus', { hasText: 'Un carré, une image.' }).waitFor()
    })
  })

  test('R-01 R-02 R-03 R-04 R-05 R-06 NF-01 NF-02 E-10 G01: is served at its own path with one heading and its own title', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        const titles = new Set<string>()
        for (const address of addresses) {
          const answer = await page.goto(address)
          expect(answer?.status(), address).toBe(address === lost ? 404 : 200)
          await page.getByRole('heading', { level: 1 }).waitFor()
          expect(await page.getByRole('heading', { level: 1 }).count(), address).toBe(1)
          const served = /<title>([^<]*)/.exec((await answer?.text()) ?? '')?.[1]
          const title = plain(await page.title())
          if (address !== lost) expect(title, address).toBe(served)
          titles.add(title)
        }
        expect(titles.size).toBe(addresses.length)
        await page.getByText("Cette page semble s'être volatilisée dans le néant numérique.").waitFor()
        await page.getByRole('link', { name: 'Revenir à l’accueil' }).click()
        await page.getByRole('heading', { name: 'Équerre', level: 1 }).waitFor()
      },
      { expectedErrors },
    )
  })

  test('legal pages list their sections beside the text where there is room', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto('/confidentialite')
        const contents = page.getByRole('navigation', { name: 'Sommaire' })
        const titles = await page.locator('main section h2').allTextContents()
        expect(await contents.getByRole('link').allTextContents()).toEqual(titles)
        await tabTo(page, /^Vos droits$/)
        await page.keyboard.press('Enter')
        const heading = page.getByRole('heading', { level: 2, name: 'Vos droits' })
        await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(300)
        expect(new URL(page.url()).hash).toBe('#vos-droits')
        await page.setViewportSize({ width: 390, height: 844 })
        await contents.waitFor({ state: 'hidden' })
      },
      { viewport: { width: 1440, height: 900 } },
    )
  })

  test('H-01 H-02 H-03 H-04 H-05 H-06 H-07 G34: home shows the name, the tool in action, the API and the year', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/')
      await page.getByRole('heading', { level: 1, name: 'Équerre' }).waitFor()
      const tools = page.getByRole('link', { name: 'Découvrir l’outil' })
      expect(await tools.getAttribute('href')).toBe('#outils')
      const toApi = page.locator('main').getByRole('link', { name: 'Voir l’API' })
      expect(await toApi.getAttribute('href')).toBe('/api')
      const cards = page.locator('#outils').getByRole('article')
      expect(await cards.count()).toBe(1)
      const tool = cards.getByRole('link', { name: 'Recadrage Automatique' })
      expect(await tool.getAttribute('href')).toBe('/camscan')
      await page.getByRole('heading', { level: 2, name: 'API' }).waitFor()
      await page.locator('footer').getByText(`© ${new Date().getFullYear()}`).waitFor()

      const film = cards.locator('video')
      expect(
        await film.evaluate((video: HTMLVideoElement) => [video.loop, video.muted, video.preload]),
      ).toEqual([true, true, 'none'])
      // Nothing of it is fetched before it is seen.
      expect(await film.evaluate((video: HTMLVideoElement) => [video.readyState, video.paused])).toEqual([
        0,
        true,
      ])
      await wheelTo(page, film)
      const position = () => film.evaluate((video: HTMLVideoElement) => video.currentTime)
      await expect.poll(position, { timeout: 20_000 }).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Mettre la vidéo en pause' }).click()
      expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.reload()
      expect(await film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
      await page.getByRole('button', { name: 'Lancer la vidéo' }).waitFor()
    })
  })

  test('L-04 L-05: shows who is signed in, and moves the focus to the next page’s heading', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto('/')
        const account = page.getByRole('link', { name: /Compte : Invité \(non connecté\), 10\scrédits/ })
        expect(await account.getAttribute('title')).toBe('Invité (non connecté)')
        await page.getByRole('navigation', { name: 'Principale' }).getByRole('link', { name: 'PRIX' }).click()
        await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
      },
      { expectedErrors },
    )
  })

  test('K-04 G26: says that the service is unavailable, blocks uploads, and reconnects by itself', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        await page.goto('/camscan')
        const choose = page.getByRole('button', { name: 'Choisir des fichiers' })
        await expect.poll(() => choose.isEnabled()).toBe(true)
        await product.kill('gateway')
        // Poll: returning to the tab sends no request while an earlier one is pending.
        const alert = page.getByRole('alert').getByText('Service momentanément indisponible.')
        await expect.poll(() => comeBack(page).then(() => alert.isVisible())).toBe(true)
        expect(await choose.isDisabled()).toBe(true)
        await product.restart('gateway')
        await comeBack(page)
        await expect.poll(() => choose.isEnabled()).toBe(true)
      },
      { expectedErrors: /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED)/ },
    )
  })

  test.each([
    { name: 'a phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
    { name: 'a desktop', viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const },
  ])(
    'has no axe violation on $name',
    async ({ viewport, colorScheme }) => {
      await inBrowser(
        product.url,
        async (page) => {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          for (const address of addresses) {
            await page.goto(address)
            await page.getByRole('heading', { level: 1 }).waitFor()
            expect(await axeFaults(page), address).toEqual([])
          }
        },
        { viewport, expectedErrors },
      )
    },
    everyRouteTimeoutMs,
  )

  test('names its scripts and styles in its HTML, and has no layout shift when they arrive', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        for (const address of Object.values(pagePaths)) {
          const asked: string[] = []
          const note = (request: Request) => asked.push(new URL(request.url()).pathname)
          page.on('request', note)
          const answer = await page.goto(address, { waitUntil: 'networkidle' })
          page.off('request', note)
          const html = (await answer?.text()) ?? ''
          const late = asked.filter((path) => /\.(js|css)$/.test(path) && !html.includes(path))
          expect(late, address).toEqual([])
          expect(await layoutShift(page), address).toBeLessThan(0.02)
        }
      },
      { viewport: { width: 412, height: 823 } },
    )
  })

  test('is visible before its scripts, keeps a click, and asks no member to sign in', async () => {
    await inBrowser(
      product.url,
      async (page) => {
        const letScripts = await holdBack(page, '**/assets/*.js')
        await page.goto('/camscan', { waitUntil: 'commit' })
        const opened = page.waitForEvent('filechooser')
        await page.getByRole('button', { name: 'Choisir des fichiers' }).click()
        await page.getByText('25 MB par image').waitFor()
        letScripts()
        await opened
        await page.unrouteAll()

        await page.context().addCookies([{ name: 'signed-in', value: '1', url: product.url }])
        const letThem = await holdBack(page, '**/assets/*.js')
        await page.goto('/account', { waitUntil: 'commit' })
        await page.getByRole('link', { name: 'Mentions légales' }).waitFor()
        const signIn = page.getByText('Continuer avec Google')
        expect(await signIn.isVisible()).toBe(false)
        letThem()
        // The service knows no such session, so this is a guest.
        await signIn.waitFor()
      },
      { expectedErrors: /401 \(Unauthorized\)/ },
    )
  })

  test('names the operator, and marks missing details', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/mentions-legales')
      await page.getByText('[nom ou dénomination sociale]').first().waitFor()
      await page.getByText('les mentions entre crochets restent à renseigner').waitFor()
    })
  })

  test('prints dark on white and without controls, whatever the theme', async () => {
    await inBrowser(product.url, async (page) => {
      await page.goto('/conditions-de-vente')
      await page.getByRole('button', { name: 'Sombre' }).click()
      const colours = () =>
        page.evaluate(() => [
          getComputedStyle(document.body).backgroundColor,
          getComputedStyle(document.querySelector('h1')!).color,
        ])
      expect(await colours()).toEqual(['rgb(15, 18, 21)', 'rgb(238, 241, 243)'])
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect(await colours()).toEqual(['rgb(255, 255, 255)', 'rgb(18, 22, 27)'])
      expect(await page.getByRole('contentinfo').isVisible()).toBe(false)
      expect(await page.getByRole('navigation').count()).toBe(0)
    })
  })

  test(
    'needs no horizontal scroll from 320 px up, on phones even with wide text spacing',
    async () => {
      await inBrowser(
        product.url,
        async (page) => {
          const expectNoScroll = async (width: number, where: string) => {
            await page.setViewportSize({ width, height: 800 })
            const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
            expect(sideways, `${where} at ${width} px`).toBe(false)
          }
          for (const address of addresses) {
            await page.goto(address)
            await page.getByRole('heading', { level: 1 }).waitFor()
            for (const width of [1440, 768, 390, 320]) await expectNoScroll(width, address)
            await spaceText(page)
            for (const width of [320, 390]) await expectNoScroll(width, `${address}, spaced,`)
          }
        },
        { expectedErrors },
      )
    },
    everyRouteTimeoutMs,
  )
})

/** Scrolls with the mouse wheel until `element` is visible. */
async function wheelTo(page: Page, element: Locator): Promise<void> {
  await page.mouse.move(600, 400)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 300)
      const box = await element.boundingBox()
      return box !== null && box.y + box.height < 800
    })
    .toBe(true)
}

/** Replaces the page's typographic spaces with plain ones. */
const plain = (text: string) => text.replace(/\s/g, ' ')

/** Sets the widest text spacing that WCAG 1.4.12 requires pages to support. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`)
    document.adoptedStyleSheets = [sheet]
  })
}

/** The browser's cumulative layout shift since the page opened. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[]
    return shifts.reduce((sum, { value }) => sum + value, 0)
  })
}

/** Simulates returning to the tab: a headless browser never hides one. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

/**
 * Pictures every page and its states at 390 and 1440 px, light and dark, into `.out/screenshots/`, and says what axe finds
 * there. It needs the product to run: `npm start`, then `npm run screenshots [-- http://localhost:8080 NAME …]`; names choose
 * states, such as `home` or `camscan-done`.
 */
import AxeBuilder from '@axe-core/playwright'
import { pagePaths } from '@equerre/contract/pages'
import { photographDocument, photographNothing } from '@equerre/testkit/pictures'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { dropFiles } from '../../web/test/drop-files.ts'
import { findTools, cloneFolder } from './tools.ts'

const settled = { timeout: 90_000 }
const folder = path.join(cloneFolder, '.out/screenshots')
const looks = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** A state of the page: where it is, and what leads into it. */
type State = { readonly name: string; readonly path: string; readonly enter?: (page: Page) => Promise<void> }

const [document, table] = await Promise.all([
  photographDocument({ seed: 7, background: 'wood', page: 'letter', coverage: 0.5 }),
  photographNothing({ seed: 5, things: 0, background: 'wood' }),
])
const drop = (page: Page, ...files: (readonly [name: string, bytes: Uint8Array])[]) =>
  dropFiles(
    page,
    '.zone',
    files.map(([name, bytes]) => ({ name, type: 'image/jpeg', bytes })),
  )
const finished = (page: Page, name: string) =>
  page
    .getByRole('article', { name })
    .getByText(/Terminé|À vérifier|Aucun bord/)
    .first()
    .waitFor(settled)

const states: readonly State[] = [
  ...Object.entries(pagePaths).map(([name, address]) => ({ name, path: address })),
  { name: 'not-found', path: '/nulle-part' },
  { name: 'docs', path: '/docs/' },
  {
    name: 'menu',
    path: '/',
    enter: (page) =>
      page.locator('.burger, .nav [data-tools] button').locator('visible=true').first().click(),
  },
  {
    name: 'camscan-done',
    path: '/camscan',
    enter: async (page) => {
      await drop(page, ['facture.jpg', document.jpeg], ['table.jpg', table.jpeg])
      await finished(page, 'table.jpg')
    },
  },
  {
    name: 'camscan-preview',
    path: '/camscan',
    enter: async (page) => {
      await drop(page, ['facture.jpg', document.jpeg])
      await finished(page, 'facture.jpg')
      await page.getByRole('button', { name: /^Image Recadrée, agrandir/ }).click()
    },
  },
  {
    name: 'camscan-removal',
    path: '/camscan',
    enter: async (page) => {
      await drop(page, ['facture.jpg', document.jpeg])
      await finished(page, 'facture.jpg')
      await page.getByRole('button', { name: 'Nettoyer' }).click()
    },
  },
  {
    name: 'camscan-loader',
    path: '/camscan',
    enter: async (page) => {
      await page.route('**/api/credits/me', () => {})
      await drop(page, ['facture.jpg', document.jpeg])
      await page.getByText('Analyse du fichier').waitFor()
    },
  },
  {
    name: 'paywall',
    path: '/camscan',
    enter: async (page) => {
      await page.route('**/api/credits/me', (route) => route.fulfill({ json: { credits: 0 } }))
      await drop(page, ['facture.jpg', document.jpeg])
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-signed-in',
    path: '/account',
    enter: async (page) => {
      await page.getByRole('link', { name: 'Continuer avec Google' }).click()
      await page.getByLabel('Nom').fill('Camille Petit')
      await page.getByLabel('Adresse e-mail').fill('camille@exemple.test')
      await page.getByRole('button', { name: 'Continuer' }).click()
      await page.getByRole('heading', { level: 1, name: 'Compte' }).waitFor()
      await page.getByText(/eq_live_/).waitFor()
    },
  },
]

const [url = 'http://localhost:8080', ...wanted] = process.argv.slice(2)
const chosen = states.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: findTools().chromium ?? '', args: ['--no-sandbox'] })
let faults = 0
try {
  for (const state of chosen) for (const look of looks) faults += await picture(state, look)
} finally {
  await browser.close()
}
console.log(`${chosen.length * looks.length} pictures in ${folder}, ${faults} faults found by axe`)
process.exitCode = faults === 0 ? 0 : 1

/** Takes one picture; answers how many rules axe found broken. */
async function picture(state: State, { width, colorScheme }: (typeof looks)[number]): Promise<number> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'fr-FR',
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
  })
  try {
    const page = await context.newPage()
    await page.goto(state.path, { waitUntil: 'networkidle' })
    await state.enter?.(page)
    const name = `${state.name}-${width}-${colorScheme}`
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true })
    const { violations } = await new AxeBuilder({ page }).analyze()
    for (const { id, nodes } of violations) console.log(`${name}  ${id}: ${nodes[0]?.html}`)
    return violations.length
  } finally {
    await context.close()
  }
}

import { pagePaths } from '@equerre/contract/pages'
import type { Page } from 'playwright-core'
import { signInAs } from '@equerre/web/test/accounts.ts'
import { holdBack } from '@equerre/web/test/hold-back.ts'
import { deskStates } from './desk-states.ts'

/** A state of the page: its address, and how to get into it. */
export type State = {
  readonly name: string
  readonly path: string
  readonly enter?: (page: Page) => Promise<void>
  /** `enter` differs between widths. */
  readonly everyWidth?: true
}

const camille = { name: 'Camille Petit', email: 'camille@exemple.test' }

async function signIn(page: Page, who = camille): Promise<void> {
  await signInAs(page, who)
  await page.getByTitle('Compte connecté').waitFor()
  await page.waitForLoadState('networkidle')
}

/** A new person each time, with exactly one purchase. */
async function buy(page: Page): Promise<void> {
  await signIn(page, { name: 'Lou Bernard', email: `lou-${Date.now()}@exemple.test` })
  await page.goto('/pricing')
  await page.getByRole('button', { name: /^Acheter 200/ }).click()
  await page.getByRole('button', { name: /^Payer 8/ }).click()
  await page.getByText(/crédits ajoutés/).waitFor({ timeout: 60_000 })
}

/** Signs in, then opens `path` and presses `button`. */
const asMember = (name: string, path: string, button?: string): State => ({
  name,
  path: '/account',
  enter: async (page) => {
    await signIn(page)
    await page.goto(path)
    await page
      .getByText(/eq_live_|Aucun achat/)
      .first()
      .waitFor()
    if (button) await page.getByRole('button', { name: button }).first().click()
  },
})

/** Buys, then presses `buttons` to withdraw until `heading` appears. */
const withdrawing = (name: string, heading: RegExp, ...buttons: readonly string[]): State => ({
  name,
  path: '/account',
  enter: async (page) => {
    await buy(page)
    await page.goto('/retractation', { waitUntil: 'networkidle' })
    for (const button of buttons) await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: heading }).waitFor()
  },
})

/** Every state of the page. */
export const states: readonly State[] = [
  ...Object.entries(pagePaths).map(([name, path]) => ({ name, path })),
  { name: 'not-found', path: '/nulle-part' },
  { name: 'docs', path: '/docs/' },
  {
    name: 'home-square',
    path: '/',
    enter: (page) => page.getByRole('slider').press('End'),
  },
  {
    name: 'menu',
    path: '/',
    everyWidth: true,
    enter: (page) => page.locator('header button[aria-expanded]').locator('visible=true').first().click(),
  },
  ...deskStates,
  { name: 'login-refused', path: '/login?erreur=annulee' },
  { name: 'login-deleted', path: '/login?supprime' },
  {
    name: 'pricing-failed',
    path: '/account',
    enter: async (page) => {
      await signIn(page)
      await page.goto('/pricing')
      await page.route('**/create-checkout-session/**', (route) => route.abort())
      await page.getByRole('button', { name: /^Acheter 100/ }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'account-unreachable',
    path: '/account',
    enter: async (page) => {
      await signIn(page)
      await page.route('**/api/me', (route) => route.abort())
      await page.reload()
      await page.getByText('n’a pas pu être lu').waitFor()
    },
  },
  {
    name: 'account-without-key',
    path: '/account',
    enter: async (page) => {
      await page.route('**/api/api-key/**', (route) => route.abort())
      await signIn(page)
      await page.getByText('Impossible de récupérer la clé API').waitFor()
    },
  },
  {
    name: 'pricing-leaving',
    path: '/account',
    enter: async (page) => {
      await signIn(page)
      await page.goto('/pricing')
      await holdBack(page, '**/create-checkout-session/**')
      await page.getByRole('button', { name: /^Acheter 100/ }).click()
      await page.getByText('Redirection vers le paiement').waitFor()
    },
  },
  asMember('account-member', '/account'),
  asMember('account-new-key', '/account', 'Régénérer la clé'),
  asMember('account-deletion', '/account', 'Supprimer mon compte'),
  asMember('account-hidden-key', '/account', 'Masquer : Clé API'),
  asMember('account-paid', '/account?achat=ok'),
  asMember('api-member', '/api'),
  asMember('withdrawal-nothing', '/retractation'),
  { name: 'account-bought', path: '/account', enter: buy },
  withdrawing('withdrawal-form', /^Renoncer à un achat/),
  withdrawing('withdrawal-second-step', /^Confirmer votre/, 'Renoncer au contrat ici'),
  withdrawing('withdrawal-done', /est enregistrée/, 'Renoncer au contrat ici', 'Confirmer la rétractation'),
]

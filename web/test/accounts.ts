import type { Page } from 'playwright-core'

export type Newcomer = { readonly name: string; readonly email: string }

/** Signs in as a new user through the Google stand-in, from a page with its link. */
export async function signInAs(page: Page, { name, email }: Newcomer): Promise<void> {
  await page.getByRole('link', { name: 'Continuer avec Google' }).click()
  await page.getByLabel('Nom').fill(name)
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByRole('button', { name: 'Continuer' }).click()
}

/** Waits until the top bar shows `credits`. */
export async function seeBalance(page: Page, credits: number): Promise<void> {
  await page.locator('[data-balance]', { hasText: new RegExp(`^${credits}$`) }).waitFor()
}

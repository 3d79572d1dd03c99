import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import { pagePaths } from '@equerre/contract/pages'
import type { Pack } from '@equerre/contract/packs'
import { fetchHistory, openCheckout } from '../../api/account.ts'
import { HttpError } from '../../api/client.ts'
import { meQuery, queryClient } from '../../api/queries.ts'
import { shellWords } from '#words/shell'
import { accountWords } from '#words/account'
import { hideLoader, showAlert, showLoader } from '../../ui/notices/notices.ts'
import { rememberLastMovement } from './purchase.ts'
import { signInPath } from '../sign-in-path.ts'
import { returnPath } from '../return-path.ts'

const { purchase: words } = accountWords

/** The path that resumes the purchase of `pack` after a sign-in. */
function buyPath(pack: Pack['id']): string {
  return `${pagePaths.pricing}?pack=${pack}`
}

/** Sends the buyer of `pack` to the payment page, or to sign in first. */
export async function buy(pack: Pack['id'], navigate: (path: string) => void | Promise<void>): Promise<void> {
  const signIn = () => navigate(signInPath(buyPath(pack)))
  if (queryClient.getQueryData(meQuery.queryKey) === null) return signIn()
  showLoader({ text: words.redirecting })
  try {
    const { lines } = await fetchHistory({ limit: 1 })
    rememberLastMovement(lines[0]?.id ?? 0)
    // The loader stays until the browser leaves the page.
    location.assign(await openCheckout(pack, addressIn(language, returnPath())))
  } catch (error) {
    hideLoader()
    if (error instanceof HttpError && error.status === 401) return signIn()
    showAlert(words.failed(error instanceof HttpError ? error.text : shellWords.unreachable))
  }
}

import { addressIn } from '@equerre/contract/language'
import { language } from '#words/language'
import { pagePaths } from '@equerre/contract/pages'
import { addressOf, call, HttpError } from '../api/client.ts'
import { rememberPrincipal } from '../api/principal.ts'
import { meQuery, queryClient } from '../api/queries.ts'
import { deleteAllJobs } from '../jobs/kept/persist.ts'

/** Ends the session and reloads the page. A session that has already expired counts as ended. */
export async function signOut(): Promise<void> {
  const { method, url } = addressOf('logout', {})
  // Not by `call`: that a session has ended is no news to whoever ends it.
  const response = await fetch(url, { method, credentials: 'include' })
  if (!response.ok && response.status !== 401) throw new HttpError(response.status, await response.text())
  await forgetUser()
  location.reload()
}

/** Deletes the account, then confirms it. */
export async function deleteAccount(): Promise<void> {
  await call('deleteMe')
  await forgetUser()
  location.assign(`${addressIn(language, pagePaths.login)}?supprime`)
}

/** Leaves neither the account nor its files to the next person using this browser. */
async function forgetUser(): Promise<void> {
  rememberPrincipal('guest')
  await deleteAllJobs()
  // Only now: whoever sees that they are signed out may close the tab, and what was not deleted by then would stay.
  queryClient.setQueryData(meQuery.queryKey, null)
}

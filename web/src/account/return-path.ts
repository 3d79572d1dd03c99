import { pagePaths } from '@equerre/contract/pages'
import { waitingUntilMs } from '../jobs/kept/waiting.ts'

/** Where a sign-in or a payment leads whoever did not say: to the desk while cards wait there, for that is why they left it. */
export function returnPath(): typeof pagePaths.account | typeof pagePaths.camscan {
  return (waitingUntilMs() ?? 0) > Date.now() ? pagePaths.camscan : pagePaths.account
}

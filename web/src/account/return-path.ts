import { pagePaths } from '@equerre/contract/pages'
import { waitingUntilMs } from '../jobs/kept/waiting.ts'

/** Default return path of a sign-in or payment: the desk while cards wait there, since they are the reason. */
export function returnPath(): typeof pagePaths.account | typeof pagePaths.camscan {
  return (waitingUntilMs() ?? 0) > Date.now() ? pagePaths.camscan : pagePaths.account
}

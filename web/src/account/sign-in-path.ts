import { pagePaths } from '@equerre/contract/pages'

/** Path of the sign-in page, which returns to the internal path `next`. */
export function signInPath(next: string): string {
  return `${pagePaths.login}?next=${encodeURIComponent(next)}`
}

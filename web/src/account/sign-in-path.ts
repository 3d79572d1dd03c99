import { pagePaths } from '@equerre/contract/pages'

/** The sign-in page, which leads back to `next`, one of our own addresses. */
export function signInPath(next: string): string {
  return `${pagePaths.login}?next=${encodeURIComponent(next)}`
}

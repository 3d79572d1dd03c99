import { readAddress } from './language.ts'
import { pagePaths } from './pages.ts'

const lengthMax = 500
/** Any address below which a relative one can be read; it is never shown. */
const anyOrigin = 'https://equerre.invalid'
const pages = new Set<string>(Object.values(pagePaths))

/**
 * Where a person goes after signing in: one of our own pages with its query, never another site.
 * @param wanted what the address said, as it came, decoded once
 * @returns a path that begins with exactly one `/`; the account page for everything that is not plainly ours
 */
export function safeNext(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > lengthMax || !/^\/(?![/\\])[\x21-\x7e]*$/.test(wanted))
    return pagePaths.account
  if (wanted.includes('\\') || !URL.canParse(wanted, anyOrigin)) return pagePaths.account
  const { origin, pathname, search, hash } = new URL(wanted, anyOrigin)
  // A list of pages rather than a list of attacks: `/%2f%2fevil.test` and `/.//evil.test` are simply not pages.
  return origin === anyOrigin && pages.has(readAddress(pathname).path)
    ? pathname + search + hash
    : pagePaths.account
}

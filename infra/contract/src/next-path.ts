import { readAddress } from './language.ts'
import { pagePaths } from './pages.ts'

const lengthMax = 500
/** An arbitrary base against which to resolve a relative address; never shown. */
const anyOrigin = 'https://equerre.invalid'
const pages = new Set<string>(Object.values(pagePaths))

/**
 * Where a person goes after signing in: one of our own pages with its query, never another site.
 * @param wanted the value from the address, decoded once
 * @returns a path that begins with exactly one `/`; the account page for anything that is not clearly ours
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

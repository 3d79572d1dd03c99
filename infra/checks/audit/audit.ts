/**
 * Whether a package that runs in production has a known hole of high severity: `node infra/checks/audit/audit.ts`. Fails for one that
 * accepted.json does not accept until a later day. Where the registry does not answer it fails nothing, and says loudly that nobody looked.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cloneFolder } from '@equerre/local/tools'

const timeoutMs = 60_000
const severe: readonly string[] = ['high', 'critical']

type Advisory = { readonly id: string; readonly package: string; readonly title: string }
export type Acceptance = { readonly advisory: string; readonly reason: string; readonly until: string }
export type Verdict =
  | { readonly kind: 'unknown'; readonly why: string }
  | {
      readonly kind: 'audited'
      readonly open: readonly Advisory[]
      readonly accepted: readonly Acceptance[]
      /** Acceptances of what is no longer there. */
      readonly unused: readonly Acceptance[]
    }

/** What npm prints. */
type Report = {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (string | Cause)[] }>>
  readonly message?: string
  readonly error?: { readonly summary?: string }
}
/** The advisory itself; a name instead of one points to another vulnerable package. */
type Cause = {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly severity: string
}

/** Asks the registry that npm is set to use. */
function audit(acceptances: readonly Acceptance[]): Verdict {
  const parameters = ['audit', '--omit', 'dev', '--json', '--loglevel', 'silent']
  const { stdout, error } = spawnSync('npm', parameters, {
    cwd: cloneFolder,
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  if (error) return { kind: 'unknown', why: error.message }
  return judge(stdout, acceptances, new Date().toISOString().slice(0, 10))
}

/** @param today as in `until`, which is the last day of an acceptance */
export function judge(output: string, acceptances: readonly Acceptance[], today: string): Verdict {
  const report = parse(output)
  if (!report?.vulnerabilities)
    return { kind: 'unknown', why: report?.message ?? report?.error?.summary ?? 'npm printed no report' }
  const found = advisoriesIn(report.vulnerabilities)
  const current = acceptances.filter(({ until }) => until >= today)
  const isOf = (advisory: Advisory) => (acceptance: Acceptance) => acceptance.advisory === advisory.id
  return {
    kind: 'audited',
    open: found.filter((advisory) => !current.some(isOf(advisory))),
    accepted: current.filter(({ advisory }) => found.some(({ id }) => id === advisory)),
    unused: acceptances.filter(({ advisory }) => !found.some(({ id }) => id === advisory)),
  }
}

function parse(output: string): Report | null {
  try {
    return JSON.parse(output)
  } catch {
    return null
  }
}

function advisoriesIn(vulnerabilities: NonNullable<Report['vulnerabilities']>): Advisory[] {
  const causes = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause) => typeof cause !== 'string')
  const advisories = causes
    .filter(({ severity }) => severe.includes(severity))
    .map(({ name, title, url }) => ({ id: url.split('/').at(-1)!, package: name, title }))
  return [...new Map(advisories.map((advisory) => [advisory.id, advisory])).values()]
}

/** Returns whether the run may go on. */
function tell(verdict: Verdict): boolean {
  if (verdict.kind === 'unknown') {
    console.log(`!!! NOT AUDITED: nobody has looked for known holes in the dependencies: ${verdict.why} !!!`)
    return true
  }
  for (const { advisory, reason, until } of verdict.accepted)
    console.log(`accepted until ${until}: ${advisory}: ${reason}`)
  for (const { advisory } of verdict.unused)
    console.log(`no longer there, remove it from accepted.json: ${advisory}`)
  for (const { id, package: name, title } of verdict.open) console.log(`✗ ${name}: ${title} (${id})`)
  if (verdict.open.length === 0) console.log('✓ audit of the dependencies')
  return verdict.open.length === 0
}

if (import.meta.main) {
  const file = path.join(import.meta.dirname, 'accepted.json')
  const acceptances: Acceptance[] = JSON.parse(readFileSync(file, 'utf8'))
  process.exitCode = tell(audit(acceptances)) ? 0 : 1
}

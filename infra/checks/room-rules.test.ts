import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneFolder } from '@equerre/local/tools'

const { default: roomRules }: { default: { forbidden: readonly { name: string; comment?: string }[] } } =
  await import(path.join(cloneFolder, '.dependency-cruiser.mjs'))
/** A rule that exists once per package counts as one. */
const rules = [...new Map(roomRules.forbidden.map((rule) => [rule.name, rule])).values()]

type Files = Readonly<Record<string, string>>
type Seed = { readonly at: string; readonly imports: string; readonly beside?: Files }

/** For each room rule, an import that breaks it, and the files that must exist for it. */
const seeds: Readonly<Record<string, Seed>> = {
  'our-packages-are-declared': {
    at: 'services/auth/src/flow/measures.ts',
    imports: '../../../../infra/geometry/src/length.ts',
    beside: { 'infra/geometry/src/length.ts': 'export {}' },
  },
  'our-packages-meet-by-name': {
    at: 'services/auth/src/flow/goes-round.ts',
    imports: '../../../../infra/contract/src/page.ts',
    beside: { 'infra/contract/src/page.ts': 'export {}' },
  },
  'other-packages-are-declared': { at: 'services/auth/src/adapters/borrows.ts', imports: 'kysely' },
  'production-needs-no-tools': { at: 'services/billing/src/adapters/tests.ts', imports: 'sharp' },
  'core-does-no-io': { at: 'services/auth/src/core/reads-disk.ts', imports: 'node:fs' },
  'detection-flows-one-way': {
    at: 'services/vision-worker/src/core/detect/propose/looks-ahead.ts',
    imports: '../judge/verdict.ts',
    beside: { 'services/vision-worker/src/core/detect/judge/verdict.ts': 'export {}' },
  },
  'core-stays-in-its-service': {
    at: 'services/auth/src/core/borrows.ts',
    imports: '../../../billing/src/core/lent.ts',
    beside: { 'services/billing/src/core/lent.ts': 'export {}' },
  },
  'pure-packages-stay-pure': { at: 'infra/geometry/src/reads-disk.ts', imports: 'node:fs' },
  'clients-stand-alone': {
    at: 'clients/typescript/src/knows-inside.ts',
    imports: '../../../infra/contract/src/shape.ts',
    beside: { 'infra/contract/src/shape.ts': 'export {}' },
  },
  'services-meet-through-the-contract': {
    at: 'services/auth/src/flow/reaches-over.ts',
    imports: '../../../billing/src/flow/reached.ts',
    beside: { 'services/billing/src/flow/reached.ts': 'export {}' },
  },
  'words-are-said-at-the-door': {
    at: 'services/auth/src/core/speaks.ts',
    imports: '../../../../infra/words/src/hello.ts',
    beside: { 'infra/words/src/hello.ts': 'export {}' },
  },
  'web-sees-only-pure-packages': {
    at: 'web/src/uses-server-code.ts',
    imports: '../../infra/platform/src/log.ts',
    beside: { 'infra/platform/src/log.ts': 'export {}' },
  },
  'doors-open-on-flow-only': {
    at: 'services/auth/src/http/decides.ts',
    imports: '../core/rule.ts',
    beside: { 'services/auth/src/core/rule.ts': 'export {}' },
  },
  'flow-never-knows-its-door': {
    at: 'services/auth/src/flow/answers.ts',
    imports: '../http/answer.ts',
    beside: { 'services/auth/src/http/answer.ts': 'export {}' },
  },
  'store-and-adapters-are-leaves': {
    at: 'services/auth/src/store/calls-back.ts',
    imports: '../flow/called.ts',
    beside: { 'services/auth/src/flow/called.ts': 'export {}' },
  },
  'sql-stays-in-store': { at: 'services/auth/src/flow/queries.ts', imports: 'kysely' },
  'vendors-stay-in-adapters': { at: 'services/auth/src/flow/draws.ts', imports: 'sharp' },
  'decoders-stay-in-the-cell': {
    at: 'services/vision-worker/src/main.ts',
    imports: './adapters/decodes.ts',
    beside: { 'services/vision-worker/src/adapters/decodes.ts': "import 'sharp'" },
  },
  'queues-have-one-door': { at: 'services/auth/src/flow/enqueues.ts', imports: 'bullmq' },
  'no-circular': {
    at: 'infra/platform/src/egg.ts',
    imports: './hen.ts',
    beside: { 'infra/platform/src/hen.ts': "import './egg.ts'" },
  },
  'no-orphans': { at: 'infra/platform/src/alone.ts', imports: '' },
  'nobody-stands-on-lab-or-checks': {
    at: 'infra/testkit/src/measures.ts',
    imports: '../../lab/score/table.ts',
    beside: { 'infra/lab/score/table.ts': 'export {}' },
  },
  'local-knows-no-tests': {
    at: 'infra/local/page.ts',
    imports: '../testkit/src/database.ts',
    beside: { 'infra/testkit/src/database.ts': 'export {}' },
  },
  'no-production-import-of-tests': {
    at: 'infra/platform/src/tests-itself.ts',
    imports: '../../testkit/src/database.ts',
    beside: { 'infra/testkit/src/database.ts': 'export {}' },
  },
}

type Violation = { readonly from: string; readonly rule: { readonly name: string } }

describe('the room rules', () => {
  let violations: readonly Violation[]
  const scratch = mkdtempSync(path.join(tmpdir(), 'equerre-rooms-'))
  beforeAll(() => {
    for (const { at, imports, beside = {} } of Object.values(seeds)) {
      write(scratch, { ...beside, [at]: imports === '' ? 'export {}' : `import '${imports}'` })
    }
    for (const vendor of ['kysely', 'sharp', 'bullmq']) {
      const description = JSON.stringify({ name: vendor, main: 'index.js' })
      write(scratch, {
        [`node_modules/${vendor}/package.json`]: description,
        [`node_modules/${vendor}/index.js`]: '',
      })
    }
    write(scratch, {
      'tsconfig.json': '{}',
      'services/auth/package.json': '{}',
      'services/billing/package.json': JSON.stringify({ devDependencies: { sharp: '*' } }),
    })
    violations = cruise(scratch)
  }, 60_000)
  afterAll(() => rmSync(scratch, { recursive: true }))

  it.each(rules.map(({ name }) => name))('%s refuses its seeded violation', (name) => {
    const refused = violations.filter(({ rule }) => rule.name === name).map(({ from }) => from)
    expect(refused).toContain(seeds[name]?.at)
  })

  it.each(rules)('$name says why', ({ comment }) => {
    expect(comment).toMatch(/\w{3}/)
  })
})

const inCore = 'services/auth/src/core'
const long = (lines: number) =>
  Array.from({ length: lines }, (_, line) => `export const line${line} = ${line}`).join('\n')

const impureCalls = [
  'Date.now()',
  "fetch('/')",
  'setTimeout(() => {}, 1)',
  'setInterval(() => {}, 1)',
  'setImmediate(() => {})',
  'performance.now()',
  'globalThis.Date',
  'process.pid',
  'crypto.randomUUID()',
]

/** For each of our lint rules a file that breaks it; for the purity rules, one file per forbidden name. */
const lintSeeds: readonly { readonly rule: string; readonly at: string; readonly code: string }[] = [
  ...impureCalls.map((call, index) => ({
    rule: 'eslint(no-restricted-globals)',
    at: `${inCore}/impure-${index}.ts`,
    code: `export const value = ${call}`,
  })),
  ...['infra/geometry/src', 'infra/contract/src'].map((pure) => ({
    rule: 'eslint(no-restricted-globals)',
    at: `${pure}/clock.ts`,
    code: 'export const value = Date.now()',
  })),
  {
    rule: 'eslint(no-restricted-properties)',
    at: `${inCore}/chance.ts`,
    code: 'export const value = Math.random()',
  },
  { rule: 'eslint(max-lines)', at: 'infra/x/long-file.ts', code: long(301) },
  {
    rule: 'eslint(max-lines-per-function)',
    at: 'infra/x/long-function.ts',
    code: `export function f() {\n${'f()\n'.repeat(61)}}`,
  },
  {
    rule: 'eslint(max-params)',
    at: 'infra/x/params.ts',
    code: 'export const f = (a: 1, b: 1, c: 1, d: 1) => a + b + c + d',
  },
  {
    rule: 'eslint(max-depth)',
    at: 'infra/x/deep.ts',
    code: 'export function f(a: boolean) { if (a) { if (a) { if (a) { if (a) f(a) } } } }',
  },
  {
    rule: 'eslint(complexity)',
    at: 'infra/x/complex.ts',
    code: `export const f = (a: number) => ${'a ? 1 : '.repeat(11)} 2`,
  },
  { rule: 'eslint(no-console)', at: 'infra/x/console.ts', code: "console.log('x')" },
  {
    rule: 'eslint(no-param-reassign)',
    at: 'infra/x/reassign.ts',
    code: 'export function f(a: number) { a = 2; return a }',
  },
  { rule: 'import(no-default-export)', at: 'infra/x/default.ts', code: 'export default 1' },
  { rule: 'oxc(no-barrel-file)', at: 'infra/x/index.ts', code: "export * from './console.ts'" },
  {
    rule: 'node(no-process-env)',
    at: 'infra/x/environment.ts',
    code: "export const value = process.env['X']",
  },
  { rule: 'typescript(no-explicit-any)', at: 'infra/x/any.ts', code: 'export const f = (a: any) => a' },
  {
    rule: 'typescript(consistent-type-imports)',
    at: 'infra/x/import.ts',
    code: "import { A } from './a.ts'\nexport const f = (a: A) => a",
  },
  {
    rule: 'eslint(eqeqeq)',
    at: 'infra/x/equal.ts',
    code: 'export const f = (a: number, b: number) => a == b',
  },
  {
    rule: 'typescript(no-floating-promises)',
    at: 'infra/x/floating.ts',
    code: 'export async function f(capture: () => Promise<void>) { capture() }',
  },
  {
    rule: 'typescript(no-misused-promises)',
    at: 'infra/x/misused.ts',
    code: 'export const f = (ids: string[], end: (id: string) => Promise<void>) => ids.forEach(async (id) => end(id))',
  },
  {
    rule: 'typescript(return-await)',
    at: 'infra/x/unawaited.ts',
    code: 'export async function f(work: () => Promise<void>) { try { return work() } catch { return null } }',
  },
]

type Diagnostic = { readonly code: string; readonly filename: string }

describe('the lint rules', () => {
  let diagnostics: readonly Diagnostic[]
  const scratch = mkdtempSync(path.join(tmpdir(), 'equerre-lint-'))
  beforeAll(() => {
    for (const { at, code } of lintSeeds) write(scratch, { [at]: code })
    copyFileSync(path.join(cloneFolder, '.oxlintrc.json'), path.join(scratch, '.oxlintrc.json'))
    diagnostics = JSON.parse(run(scratch, 'oxlint', ['--type-aware', '--format', 'json', '.'])).diagnostics
  }, 60_000)
  afterAll(() => rmSync(scratch, { recursive: true }))

  it.each(lintSeeds)('$rule refuses $at', ({ rule, at }) => {
    expect(diagnostics.filter(({ filename }) => filename === at).map(({ code }) => code)).toContain(rule)
  })
})

function cruise(folder: string): readonly Violation[] {
  const config = path.join(cloneFolder, '.dependency-cruiser.mjs')
  const output = run(folder, 'depcruise', [
    '--config',
    config,
    '--output-type',
    'json',
    'clients',
    'infra',
    'services',
    'web',
  ])
  return JSON.parse(output).summary.violations
}

/** Runs one of the clone's tools; finding violations is not a failure here. */
function run(folder: string, tool: string, parameters: readonly string[]): string {
  const program = path.join(cloneFolder, 'node_modules/.bin', tool)
  return spawnSync(program, parameters, { cwd: folder, encoding: 'utf8', maxBuffer: 100_000_000 }).stdout
}

function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

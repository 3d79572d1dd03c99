import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { startVitest, type TestModule, type Vitest } from 'vitest/node'
import { cloneFolder } from '@equerre/local/tools'

type Count = { passed: number; failed: number; skips: string[] }

/**
 * A tool whose exit code says whether the code keeps a rule; `proof` must appear in its output, else it
 * checked nothing.
 */
type Check = {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly proof?: RegExp
}

const rooms = ['clients', 'infra', 'services', 'web']
const checks: readonly Check[] = [
  { name: 'format', command: ['prettier', '--check', ...rooms], proof: /All matched files/ },
  { name: 'lint', command: ['oxlint', '--type-aware', ...rooms], proof: /Finished .* on [1-9]\d* files?/ },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  {
    name: 'rooms',
    command: ['depcruise', '--config', '.dependency-cruiser.mjs', ...rooms],
    proof: /\([1-9]\d* modules/,
  },
  { name: 'unused', command: ['knip', '--config', '.knip.json'] },
]

/**
 * Runs everything, or with `filters` only the test files whose path contains one of them. The last line of
 * output has the counts.
 */
async function main(filters: string[]): Promise<boolean> {
  const count: Count = { passed: 0, failed: 0, skips: [] }
  // All at once: each of them waits, or computes, on one core.
  const kept = await Promise.all((filters.length === 0 ? checks : []).map(passes))
  for (const passed of kept) count[passed ? 'passed' : 'failed'] += 1
  const vitest = await startVitest(filters, { run: true, watch: false })
  countTests(vitest, count)
  await vitest.close()

  for (const skip of count.skips) console.log(`skipped: ${skip}`)
  const refused = count.skips.length > 0 && process.env['SKIPS'] === 'refused'
  if (refused) console.log('A skipped test counts as a failure where SKIPS=refused.')
  console.log(`${count.passed} passed, ${count.failed} failed, ${count.skips.length} skipped`)
  return count.passed > 0 && count.failed === 0 && !refused
}

const run = promisify(execFile)
const outputBytesMax = 64 * 2 ** 20

async function passes({ name, command: [tool, ...parameters], proof }: Check): Promise<boolean> {
  const program = path.join(cloneFolder, 'node_modules/.bin', tool)
  const done = run(program, parameters, { cwd: cloneFolder, maxBuffer: outputBytesMax })
  const { passed, output } = await done.then(
    ({ stdout }) => ({ passed: proof?.test(stdout) ?? true, output: stdout }),
    (error: Error & { stdout?: string; stderr?: string }) => ({
      passed: false,
      output: `${error.stdout ?? ''}${error.stderr ?? ''}` || String(error),
    }),
  )
  console.log(`${passed ? '✓' : '✗'} ${name}`)
  if (!passed) console.log(output)
  return passed
}

function countTests(vitest: Vitest, count: Count): void {
  for (const module of vitest.state.getTestModules()) countModule(module, count)
  count.failed += vitest.state.getUnhandledErrors().length
}

function countModule(module: TestModule, count: Count): void {
  for (const test of module.children.allTests()) {
    const result = test.result()
    if (result.state === 'passed') count.passed += 1
    else if (result.state === 'skipped') {
      const note = result.note ?? 'no reason given'
      count.skips.push(`${module.relativeModuleId} > ${test.fullName}: ${note}`)
    } else count.failed += 1
  }
  // A file that does not load, or a hook that throws, makes no test fail by itself.
  const suites = [module, ...module.children.allSuites()]
  count.failed += suites.filter((suite) => suite.errors().length > 0).length
}

// Vitest's own exit code ignores the checks and the skips.
const green = await main(process.argv.slice(2))
process.exit(green ? 0 : 1)

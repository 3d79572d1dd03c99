/**
 * Compares the product's numbered statements with the names of the tests. `npm run statements` prints those
 * that no test names, with the reason why; a statement without a reason, or a reason that a test has made
 * obsolete, is a fault.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { cloneFolder } from '@equerre/local/tools'

type Texts = Readonly<Record<string, string>>

/** A title is a string followed by a function. */
const titles = /(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1,\s*(?:async\s*)?\(/g
const numbers = /\b(?:(?:P|R|H|C|A|AC|PR|NF|L|M|D|S|V|N|E|K|RO)-\d\d|G\d\db?)\b/g

/** Every statement number in the titles of a test file. */
export function numbersIn(source: string): string[] {
  return [...source.matchAll(titles)].flatMap(([, , title = '']) => title.match(numbers) ?? [])
}

/** The statements that no test names, and faults in the reasons for that. */
export function compare(
  statements: Texts,
  reasons: Texts,
  named: ReadonlySet<string>,
): { untested: string[]; faults: string[] } {
  const untested = Object.keys(statements).filter((number) => !named.has(number))
  return {
    untested,
    faults: [
      ...untested
        .filter((number) => !(number in reasons))
        .map((number) => `${number}: no test and no reason`),
      ...Object.keys(reasons)
        .filter((number) => !untested.includes(number))
        .map((number) => `${number}: a reason, though a test names it or there is no such statement`),
      ...[...named]
        .filter((number) => !(number in statements))
        .map((number) => `${number}: named, and unknown`),
    ],
  }
}

/** Compares the statements and tests of the repository. */
export function compareAll() {
  const read = (file: string) => readFileSync(path.join(cloneFolder, file), 'utf8')
  const files = globSync('{clients,infra,services,web}/**/*.test.ts', {
    cwd: cloneFolder,
    exclude: (name) => name.includes('node_modules'),
  })
  const statements = JSON.parse(read('web/e2e/statements.json')) as Texts
  const reasons = JSON.parse(read('web/e2e/untested.json')) as Texts
  const named = new Set(files.flatMap((file) => numbersIn(read(file))))
  return { statements, reasons, files: files.length, ...compare(statements, reasons, named) }
}

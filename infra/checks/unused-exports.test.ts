import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { cloneFolder } from '@equerre/local/tools'

const exported =
  /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm
const tested = /\.test\.tsx?$|\/(test|e2e)\//

/** Exports that no other file names, as `file: name`. By text: a name in a comment counts as used. */
function unusedExports(sources: ReadonlyMap<string, string>): string[] {
  const words = new Map<string, Set<string>>()
  for (const [file, text] of sources)
    for (const [word] of text.matchAll(/\w+/g))
      (words.get(word) ?? words.set(word, new Set()).get(word)!).add(file)
  return [...sources]
    .filter(([file]) => !tested.test(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(exported)]
        .filter(([, name]) => words.get(name!)!.size === 1)
        .map(([, name]) => `${file}: ${name}`),
    )
}

it('finds an export that nobody uses, and only that', () => {
  const sources = new Map([
    ['a.ts', 'export const used = 1\nexport type Unused = 2\nconst own = 3'],
    ['b.ts', "import { used } from './a.ts'\nexport function alone() {}"],
    ['a.test.ts', "import { used } from './a.ts'\nexport const inTest = used"],
  ])
  expect(unusedExports(sources)).toEqual(['a.ts: Unused', 'b.ts: alone'])
})

it('finds none here', () => {
  const list = execFileSync('git', ['ls-files', '--', 'infra', 'services', 'web'], {
    cwd: cloneFolder,
    encoding: 'utf8',
  })
  const files = list.split('\n').filter((file) => /\.(tsx?|mjs)$/.test(file))
  const sources = new Map(files.map((file) => [file, readFileSync(path.join(cloneFolder, file), 'utf8')]))
  expect(sources.size).toBeGreaterThan(100)
  expect(unusedExports(sources)).toEqual([])
})

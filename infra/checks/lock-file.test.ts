import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { cloneFolder } from '@equerre/local/tools'

type Locked = Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>

/** Platform binaries that a package lists as optional and the lock file lacks, as `package: binary`. */
function missingBinaries(packages: Locked): string[] {
  return Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(packages, at, name))
      .map((name) => `${at}: ${name}`),
  )
}

/** Searches like Node: in the `node_modules` of `at`, then further up. */
function isLocked(packages: Locked, at: string, name: string): boolean {
  const up = at.lastIndexOf('node_modules/')
  const found = `${at === '' ? '' : `${at}/`}node_modules/${name}` in packages
  return found || (at !== '' && isLocked(packages, at.slice(0, Math.max(up - 1, 0)), name))
}

it('finds a missing platform binary, even if another copy of the package has it', () => {
  const optionalDependencies = { 'tool-darwin': '2.0.0', 'tool-linux': '2.0.0' }
  const packages = {
    '': { optionalDependencies: { 'node-linux': '1.0.0' } },
    'node_modules/node-linux': {},
    'node_modules/tool': { optionalDependencies },
    'node_modules/tool/node_modules/tool-linux': {},
    'node_modules/other/node_modules/tool': { optionalDependencies },
    'node_modules/other/node_modules/tool-darwin': {},
    'node_modules/tool-linux': {},
  }
  expect(missingBinaries(packages)).toEqual(['node_modules/tool: tool-darwin'])
})

it('finds none missing here: the lock file serves every platform, whoever wrote it', () => {
  const { packages } = JSON.parse(readFileSync(path.join(cloneFolder, 'package-lock.json'), 'utf8')) as {
    packages: Locked
  }
  expect(missingBinaries(packages)).toEqual([])
})

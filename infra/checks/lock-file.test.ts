import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { cloneFolder } from '@equerre/local/tools'

type Locked = Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>

/** Binaries of one platform or another that a package asks for and the lock file does not hold, as `package: binary`. */
function missingBinaries(packages: Locked): string[] {
  return Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isLocked(packages, at, name))
      .map((name) => `${at}: ${name}`),
  )
}

/** As Node looks for it: beside what `at` brings along, then further up. */
function isLocked(packages: Locked, at: string, name: string): boolean {
  const up = at.lastIndexOf('node_modules/')
  const found = `${at === '' ? '' : `${at}/`}node_modules/${name}` in packages
  return found || (at !== '' && isLocked(packages, at.slice(0, Math.max(up - 1, 0)), name))
}

it('finds the binary of a platform for which a version was never published', () => {
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

it('finds none missing here: the lock file serves every kind of machine, whoever wrote it', () => {
  const { packages } = JSON.parse(readFileSync(path.join(cloneFolder, 'package-lock.json'), 'utf8')) as {
    packages: Locked
  }
  expect(missingBinaries(packages)).toEqual([])
})

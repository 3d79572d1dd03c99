import { readFileSync } from 'node:fs'

type Names = Readonly<Record<string, string>>
/** An entry of a lock file, of the clone or of an installation; `link` stands for one of our own folders. */
type Locked = {
  readonly version: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  readonly resolved?: string
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
}

export type NpmPackage = {
  /** Its folder, which tells two versions of one package apart. */
  readonly at: string
  readonly name: string
  readonly version: string
  readonly integrity: string | null
  readonly license: string | null
  /** Folders of the packages that it needs, as far as they are there. */
  readonly needs: readonly string[]
}

type Lock = ReadonlyMap<string, Locked>

/** The packages of others that an installation holds: npm writes them to `node_modules/.package-lock.json`. */
export function installedPackages(lockFile: string): NpmPackage[] {
  const lock = readLock(lockFile)
  return [...lock.keys()].filter((at) => isForeign(lock, at)).map((at) => describe(lock, at))
}

/** The packages of others that our folder `root` needs in production, directly or not. */
export function neededPackages(lockFile: string, root: string): NpmPackage[] {
  const lock = readLock(lockFile)
  const found = new Map<string, NpmPackage>()
  const visit = (at: string): void => {
    if (found.has(at)) return
    const described = describe(lock, at)
    found.set(at, described)
    described.needs.forEach(visit)
  }
  visit(root)
  return [...found.values()].filter(({ at }) => isForeign(lock, at))
}

function readLock(file: string): Lock {
  return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages as Record<string, Locked>))
}

function isForeign(lock: Lock, at: string): boolean {
  return at.includes('node_modules/') && !lock.get(at)!.link
}

function describe(lock: Lock, at: string): NpmPackage {
  const { version, integrity = null, license = null, ...locked } = lock.get(at)!
  const names = Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })
  const needs = names.flatMap((name) => locate(lock, at, name) ?? [])
  return { at, name: at.split('node_modules/').at(-1)!, version, integrity, license, needs }
}

/** Searches like Node: below `at`, then further up. */
function locate(lock: Lock, at: string, name: string): string | null {
  const here = `${at === '' ? '' : `${at}/`}node_modules/${name}`
  const locked = lock.get(here)
  if (locked) return locked.link ? locked.resolved! : here
  const up = at.lastIndexOf('/node_modules/')
  return at === '' ? null : locate(lock, up === -1 ? '' : at.slice(0, up), name)
}

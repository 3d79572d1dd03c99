import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { findOnPath } from './go-tools.ts'
import { cloneFolder } from './tools.ts'

const version = '1.28.2'
const sha256 = '687d4d8bcfec48c9f7e931cf78ed061f1eeccfba55d4cdc000ba9b4d8aa46ce6'
const address = `https://repo1.maven.org/maven2/org/verapdf/apps/greenfield-apps/${version}/greenfield-apps-${version}.jar`
const downloadSecondsMax = 120

/**
 * veraPDF, which says whether a file is what PDF/A wants: from Maven Central, 9 MB, kept below `.local`. Null without Java, or
 * if it cannot be fetched.
 * @returns the command and its first arguments
 */
export function findVeraPdf(): readonly string[] | null {
  const java = findOnPath('java')
  const jar = path.join(cloneFolder, `.local/verapdf/greenfield-apps-${version}.jar`)
  if (!java || !(existsSync(jar) || fetchTo(jar))) return null
  return [java, '-cp', jar, 'org.verapdf.apps.GreenfieldCliWrapper']
}

function fetchTo(jar: string): boolean {
  const partial = `${jar}.${process.pid}`
  mkdirSync(path.dirname(jar), { recursive: true })
  const options = ['-sSfL', '--max-time', String(downloadSecondsMax), '-o', partial]
  if (spawnSync('curl', [...options, address]).status !== 0) return false
  if (createHash('sha256').update(readFileSync(partial)).digest('hex') !== sha256)
    throw new Error(`${address} is not what was expected`)
  renameSync(partial, jar)
  return true
}

/**
 * Compiles the native modules next to this file with the system's C++ compiler, unless already done: the warp kernel, the
 * operators of detection, and on Linux what cells need: their lock, and what returns memory. A program of its own for images,
 * elsewhere called by the bootstrap; npm must not run it, because for a binding.gyp it would fetch headers. Plain JavaScript for
 * the system's Node >= 20.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = path.dirname(fileURLToPath(import.meta.url))
const modules = process.platform === 'linux' ? ['warp', 'operators', 'lock', 'heap'] : ['warp', 'operators']
const sourceOf = (name) => path.join(folder, `${name}.cc`)
const build = path.join(folder, 'build')
/** Records the last attempt, successful or not: a failure is not retried at every start. */
const stamp = path.join(build, 'tried')
const flags = ['-O3', '-std=c++17', '-fPIC', '-shared', '-fvisibility=hidden']
const defines = ['-DNAPI_VERSION=9', '-DNAPI_DISABLE_CPP_EXCEPTIONS']
const onMac = process.platform === 'darwin' ? ['-undefined', 'dynamic_lookup'] : []

/** Whether compiling again would change nothing. */
export function isKernelTried() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampNow()
}

/**
 * Compiles the modules for this machine. Without them pages are still straightened, only slower, and cells are locked less and hold more memory.
 * @param {string} compiler
 * @returns {string | null} the first error, in one line
 */
export function compileKernel(compiler = 'c++') {
  mkdirSync(build, { recursive: true })
  const problems = modules.map((name) => compile(compiler, name))
  writeFileSync(stamp, stampNow())
  return problems.find((problem) => problem !== null) ?? null
}

function compile(compiler, name) {
  const module = path.join(build, `${name}.node`)
  const made = `${module}.${process.pid}`
  rmSync(module, { force: true })
  try {
    const paths = headerFolders().map((headers) => `-I${headers}`)
    const parameters = [...flags, ...onMac, ...defines, ...paths, sourceOf(name), '-o', made]
    execFileSync(compiler, parameters, { stdio: 'pipe', encoding: 'utf8' })
    renameSync(made, module)
    return null
  } catch (error) {
    return firstError(error)
  } finally {
    rmSync(made, { force: true })
  }
}

function headerFolders() {
  const require = createRequire(import.meta.url)
  const folderOf = (name) => path.dirname(require.resolve(`${name}/package.json`))
  return [folderOf('node-addon-api'), path.join(folderOf('node-api-headers'), 'include')]
}

function stampNow() {
  const hash = createHash('sha256').update([process.platform, process.arch, ...flags, ...defines].join(' '))
  for (const file of [...modules.map(sourceOf), path.join(folder, 'image.h')]) hash.update(readFileSync(file))
  return hash.digest('hex')
}

function firstError({ stderr, message }) {
  const lines = `${stderr ?? ''}\n${message}`.split('\n')
  return lines.find((line) => /error/i.test(line)) ?? message
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = compileKernel()
  if (problem) {
    process.stderr.write(`${problem}\n`)
    process.exit(1)
  }
}

/**
 * Compiles warp.cc with the system's C++ compiler, unless that is done. Its own program for images, called by the
 * bootstrap elsewhere: npm must not do it, because a binding.gyp would have it fetch headers. Plain JavaScript for the
 * system's Node >= 20.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = path.dirname(fileURLToPath(import.meta.url))
const source = path.join(folder, 'warp.cc')
const build = path.join(folder, 'build')
const kernel = path.join(build, 'warp.node')
/** What was compiled last, whether it worked or not: a failure is not tried again at every start. */
const stamp = path.join(build, 'tried')
const flags = ['-O3', '-std=c++17', '-fPIC', '-shared', '-fvisibility=hidden']
const defines = ['-DNAPI_VERSION=9', '-DNAPI_DISABLE_CPP_EXCEPTIONS']
const onMac = process.platform === 'darwin' ? ['-undefined', 'dynamic_lookup'] : []

/** Whether compiling again would change nothing. */
export function isKernelTried() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampNow()
}

/**
 * Compiles the kernel for this machine. Without it pages are straightened as well, only slower.
 * @param {string} compiler
 * @returns {string | null} what was wrong, in one line
 */
export function compileKernel(compiler = 'c++') {
  mkdirSync(build, { recursive: true })
  rmSync(kernel, { force: true })
  const made = `${kernel}.${process.pid}`
  try {
    const paths = headerFolders().map((headers) => `-I${headers}`)
    const parameters = [...flags, ...onMac, ...defines, ...paths, source, '-o', made]
    execFileSync(compiler, parameters, { stdio: 'pipe', encoding: 'utf8' })
    renameSync(made, kernel)
    return null
  } catch (error) {
    return firstError(error)
  } finally {
    rmSync(made, { force: true })
    writeFileSync(stamp, stampNow())
  }
}

function headerFolders() {
  const require = createRequire(import.meta.url)
  const folderOf = (name) => path.dirname(require.resolve(`${name}/package.json`))
  return [folderOf('node-addon-api'), path.join(folderOf('node-api-headers'), 'include')]
}

function stampNow() {
  const settings = [process.platform, process.arch, ...flags, ...defines].join(' ')
  return createHash('sha256').update(settings).update(readFileSync(source)).digest('hex')
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

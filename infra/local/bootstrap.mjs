/**
 * Makes a fresh clone runnable: dependencies, Node 24, Redis, the warp kernel and, with `--tests`, what only
 * tests need: Chromium, and the languages of the documentation's examples. It runs before anything is
 * installed, hence plain JavaScript for the system's Node >= 20, without dependencies. It writes what it
 * found to `.local/tools.json`, which tools.ts reads; if everything is there, it only checks.
 */
import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { areTextModelsHere, fetchTextModels } from '../../services/vision-worker/models/fetch-text-models.mjs'
import { compileKernel, isKernelTried } from '../../services/vision-worker/native/compile.mjs'

const clone = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const local = path.join(clone, '.local')
const toolsFile = path.join(local, 'tools.json')
const redisFolder = path.join(local, 'redis')
const redisPackages = ['redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2', 'libatomic1']
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const chromiumOnMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const isRoot = process.getuid?.() === 0

class Refusal extends Error {}

async function main() {
  const wanted = { tests: process.argv.includes('--tests') }
  if (!isPrepared(wanted)) {
    mkdirSync(local, { recursive: true })
    await underLock(path.join(local, 'bootstrap.lock'), () => prepare(wanted))
  }
  const found = { redis: findRedis(), chromium: findChromium(), php: findPhp(), python: findPython() }
  const text = JSON.stringify(found)
  if (!existsSync(toolsFile) || readFileSync(toolsFile, 'utf8') !== text) writeWhole(toolsFile, text)
}

function isPrepared({ tests }) {
  const programs = canRunNode() && findRedis() !== null && (!tests || missingPackages().length === 0)
  return (
    isInstalled(clone) &&
    (!tests || clients().every(isInstalled)) &&
    programs &&
    areTextModelsHere() &&
    (isKernelTried() || !findOnPath('c++'))
  )
}

/** Each step checks again: another bootstrap may have done it while this one waited for the lock. */
async function prepare({ tests }) {
  if (!isInstalled(clone)) installPackages(clone)
  if (!canRunNode()) throw new Refusal('Node 24 does not run here: install Node >= 22.18 and try again.')
  if (!findRedis()) unpackRedis()
  if (tests) {
    installPackagesOfTests()
    for (const client of clients()) if (!isInstalled(client)) installPackages(client)
  }
  if (!isKernelTried() && findOnPath('c++')) prepareKernel()
  if (!areTextModelsHere()) await prepareTextModels()
}

// Dependencies

/** Compares the record of npm's last install with the folder's lock file, package by package. */
function isInstalled(folder) {
  const installedFile = path.join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(installedFile)) return false
  const installed = readJson(installedFile).packages
  const locked = Object.entries(readJson(path.join(folder, 'package-lock.json')).packages)
  return locked.every(([where, { version, optional, link, peer }]) => {
    if (!where.startsWith('node_modules/') || link) return true
    return where in installed ? installed[where].version === version : Boolean(optional || peer)
  })
}

function installPackages(folder) {
  say(`installing the dependencies (npm ci)${folder === clone ? '' : ` of ${path.relative(clone, folder)}`}`)
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('js') ? [process.execPath, [npm]] : ['npm', []]
  // No install script is needed: postgres.ts does what the one in Postgres' package would, when it stages the
  // binaries.
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  runVisibly(command, [...first, 'ci', ...quietly], folder)
}

/** Clients are other people's programs: each has a lock of its own. */
function clients() {
  const folder = path.join(clone, 'clients')
  return readdirSync(folder)
    .map((name) => path.join(folder, name))
    .filter((client) => existsSync(path.join(client, 'package-lock.json')))
}

/** `npm run` puts node_modules/.bin first, where the lock file's node-linux-* packages are. */
function canRunNode() {
  const own = path.join(clone, 'node_modules/.bin/node')
  const version = existsSync(own) ? tryRun(own, ['--version']) : process.version
  const [major = 0, minor = 0] = (version ?? '').replace('v', '').split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

// The kernel that straightens pages; without a compiler, its TypeScript twin is used

function prepareKernel() {
  say('compiling the warp kernel')
  const problem = compileKernel()
  if (problem) say(`it does not compile here, a slower one is used: ${problem}`)
}

// The networks that read text; without them Tesseract reads it, which npm has installed

async function prepareTextModels() {
  say('fetching the networks that read text')
  const problem = await fetchTextModels()
  if (problem) say(`they cannot be fetched, so Tesseract reads instead, French only: ${problem}`)
}

// Redis

function findRedis() {
  const installed = findOnPath('redis-server')
  if (installed) return { command: installed, libraries: null }
  const command = path.join(redisFolder, 'usr/bin/redis-server')
  const libraries = redisLibraries(redisFolder)
  return existsSync(command) ? { command, libraries } : null
}

function redisLibraries(folder) {
  const triplet = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' }[process.arch] ?? ''
  return [`${folder}/usr/lib/${triplet}`, `${folder}/lib/${triplet}`].join(':')
}

/** Unpacking needs no root and, unlike an installation, starts no daemon on the standard port. */
function unpackRedis() {
  if (!findOnPath('apt-get') || !findOnPath('dpkg-deb'))
    throw new Refusal(redisAdvice('redis-server is missing.'))
  say('unpacking Redis from the Debian packages')
  const unpacked = `${redisFolder}.${process.pid}`
  mkdirSync(path.join(unpacked, 'packages'), { recursive: true })
  try {
    const packages = downloadDebian(path.join(unpacked, 'packages'), redisPackages)
    for (const file of packages) execFileSync('dpkg-deb', ['-x', file, unpacked], { stdio: 'pipe' })
    const missing = missingLibraries(path.join(unpacked, 'usr/bin/redis-server'), redisLibraries(unpacked))
    if (missing.length > 0) throw new Refusal(redisAdvice(`Redis needs ${missing.join(', ')}.`))
    rmSync(path.join(unpacked, 'packages'), { recursive: true })
    rmSync(redisFolder, { recursive: true, force: true })
    renameSync(unpacked, redisFolder)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

function downloadDebian(folder, names) {
  const download = () => tryRun('apt-get', ['download', ...names], { cwd: folder }) !== null
  // A fresh container has no package lists; only root may fetch them.
  const downloaded = download() || (isRoot && tryRun('apt-get', ['update', '-qq']) !== null && download())
  if (!downloaded) throw new Refusal(redisAdvice('The Debian packages of Redis cannot be downloaded.'))
  return readdirSync(folder).map((name) => path.join(folder, name))
}

function missingLibraries(command, libraries) {
  const listed = tryRun('ldd', [command], { env: { ...process.env, LD_LIBRARY_PATH: libraries } }) ?? ''
  return listed
    .split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0])
}

function redisAdvice(problem) {
  const line = process.platform === 'darwin' ? 'brew install redis' : 'sudo apt-get install redis-server'
  return `${problem} Type: ${line}`
}

// What tests need

function findChromium() {
  for (const name of chromiumNames) {
    const found = findOnPath(name)
    if (found) return found
  }
  return existsSync(chromiumOnMac) ? chromiumOnMac : null
}

/** A PHP with the curl extension, which can send files. */
function findPhp() {
  const php = findOnPath('php')
  return php && tryRun(php, ['-m'])?.includes('curl') ? php : null
}

/** A Python with the httpx package: the first on the PATH or Debian's own. */
function findPython() {
  const candidates = [findOnPath('python3'), '/usr/bin/python3']
  return candidates.find((python) => python && tryRun(python, ['-c', 'import httpx']) !== null) ?? null
}

function missingPackages() {
  return [
    ...(findChromium() ? [] : ['chromium']),
    ...(findPhp() ? [] : ['php-cli', 'php-curl']),
    ...(findPython() ? [] : ['python3-httpx']),
    ...(findOnPath('jq') ? [] : ['jq']),
    ...(findOnPath('curl') ? [] : ['curl']),
    // What others make of our PDFs; Java is for veraPDF.
    ...(findOnPath('qpdf') ? [] : ['qpdf']),
    ...(findOnPath('pdftotext') ? [] : ['poppler-utils']),
    ...(findOnPath('java') ? [] : ['default-jre-headless']),
  ]
}

function installPackagesOfTests() {
  const packages = missingPackages()
  if (packages.length === 0) return
  const names = packages.join(', ')
  if (!isRoot || !findOnPath('apt-get'))
    return say(`not here: ${names}; the tests that need them will be skipped`)
  say(`installing ${names} (apt-get)`)
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (parameters) => tryRun('apt-get', parameters, { env })
  if (apt(install) === null && (apt(['update', '-qq']) === null || apt(install) === null)) {
    say(`cannot be installed: ${names}; the tests that need them will be skipped`)
  }
}

// Helpers

/** One bootstrap at a time per clone; the lock of a dead process is taken over. */
async function underLock(folder, work) {
  const owner = path.join(folder, 'pid')
  for (let said = false; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    try {
      mkdirSync(folder)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isDead(owner)) rmSync(folder, { recursive: true, force: true })
    else if (!said) said = (say('waiting for another bootstrap of this clone'), true)
  }
  writeFileSync(owner, String(process.pid))
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isDead(owner) {
  try {
    process.kill(Number(readFileSync(owner, 'utf8')), 0)
    return false
  } catch (error) {
    // No file yet: the process has only just created the folder.
    return error.code === 'ESRCH'
  }
}

function findOnPath(name) {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    try {
      accessSync(path.join(folder, name), constants.X_OK)
      return path.join(folder, name)
    } catch {}
  }
  return null
}

function tryRun(command, parameters, options = {}) {
  try {
    return execFileSync(command, parameters, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    })
  } catch {
    return null
  }
}

function runVisibly(command, parameters, folder) {
  try {
    execFileSync(command, parameters, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  } catch {
    throw new Refusal(`"${path.basename(command)} ${parameters.at(-1)}" failed; its messages are above.`)
  }
}

function writeWhole(file, text) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function say(text) {
  console.log(`bootstrap  ${text}`)
}

main().catch((error) => {
  console.error(error instanceof Refusal ? `bootstrap  ${error.message}` : error)
  process.exit(1)
})

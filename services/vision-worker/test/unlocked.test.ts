import { quadAt } from '@equerre/testkit/points'
import { artifactFile, storageKeys } from '@equerre/contract/jobs'
import { photographDocument } from '@equerre/testkit/pictures'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { RectifyOptions } from '@equerre/contract/detourage'
import sharp from 'sharp'
import { afterAll, afterEach, expect, inject, it, vi } from 'vitest'
import { resultOf, userZone } from './bench.ts'
import { openWorker, type Worker } from './worker.ts'

const isLinux = process.platform === 'linux'
const folder = fileURLToPath(new URL('..', import.meta.url))
const copies: string[] = []

/** System call numbers by architecture: Linux, arch/x86/entry/syscalls/syscall_64.tbl and asm-generic/unistd.h. */
const calls = { x64: { prctl: 157, seccomp: 317 }, arm64: { prctl: 167, seccomp: 277 } } as Record<
  string,
  { prctl: number; seccomp: number }
>
/** Makes the kernel answer ENOSYS to `seccomp`, like one built without it, then runs the given program. */
const withoutSeccomp = `
  my ($prctl, $seccomp, @program) = @ARGV;
  my @rules = ([0x20, 0, 0, 0], [0x15, 0, 1, $seccomp], [0x06, 0, 0, 0x50000 | 38], [0x06, 0, 0, 0x7fff0000]);
  my $filter = join '', map { pack 'SCCL', @$_ } @rules;
  my $given = pack 'Sx6P', scalar @rules, $filter;
  syscall($prctl, 38, 1, 0, 0, 0) == 0 && syscall($prctl, 22, 2, $given) == 0 or die "no filter: $!";
  exec @program;`

let worker: Worker
afterEach(() => worker?.close())
afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true })
})

const runDir = () => inject('servers').runDir
const env = { WORKER_SLOTS: '1', VISION_QUEUES: 'vision-ingest,vision-rectify' }

/** A copy of this service installed without a compiler; returns its entry point. */
function installedWithoutCompiler(): string {
  const clone = mkdtempSync(path.join(runDir(), 'no-compiler-'))
  copies.push(clone)
  const copy = path.join(clone, 'services/vision-worker')
  for (const part of ['package.json', 'src', 'models', 'native'])
    cpSync(path.join(folder, part), path.join(copy, part), {
      recursive: true,
      filter: (file) => !file.includes('native/build'),
    })
  symlinkSync(path.join(folder, '../../node_modules'), path.join(clone, 'node_modules'))
  const compile = [path.join(copy, 'native/compile.mjs')]
  expect(() => execFileSync(process.execPath, compile, { env: { PATH: clone }, stdio: 'pipe' })).toThrow(
    'ENOENT',
  )
  return path.join(copy, 'src/main.ts')
}

async function straightenedPage(): Promise<Buffer> {
  const { jpeg, width, height } = await photographDocument({ seed: 41, width: 900, height: 1200 })
  const file = await worker.upload({ bytes: jpeg, mime: 'image/jpeg' })
  await worker.ask('vision-ingest', { step: 'ingest', ...file })
  const [page] = resultOf(await worker.answer(), 'ingest').pages
  expect(page).toMatchObject({ width, height })
  const zone = userZone(quadAt('0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9'))
  const options = RectifyOptions.parse({ format: 'jpeg', relighting: true })
  const job = { step: 'rectify', page: 1, pageInfo: page, zone, options, watermark: false, ...file }
  const stepId = await worker.ask('vision-rectify', job)
  resultOf(await worker.answer(), 'rectify')
  return (await worker.storage.read(
    storageKeys.artifact(file.ingestionId, artifactFile.warped(stepId, 'jpeg')),
  ))!
}

/** The hard limits that the kernel enforces on a process, by name. */
function limitsOf(pid: string): ReadonlyMap<string, string> {
  const lines = readFileSync(`/proc/${pid}/limits`, 'utf8').split('\n')
  return new Map(lines.map((line) => [line.slice(0, 26).trim(), line.slice(26).trim().split(/\s+/)[1]!]))
}

const { prctl, seccomp } = calls[process.arch] ?? calls['x64']!
const ways: Readonly<Record<string, () => readonly [string, ...string[]]>> = {
  'without a compiler': () => [process.execPath, installedWithoutCompiler()],
  'on a kernel without seccomp': () => {
    const program = [process.execPath, 'services/vision-worker/src/main.ts']
    return ['perl', '-e', withoutSeccomp, String(prctl), String(seccomp), ...program]
  },
}

it.runIf(isLinux).each(Object.entries(ways))(
  '%s pages are made in cells with resource limits, and the worker reports it',
  async (_way, commandOf) => {
    worker = await openWorker({ runDir: runDir(), env, command: commandOf() })
    await vi.waitFor(() => expect(worker.log()).toContain('decoders are not sandboxed'))
    expect(worker.log()).toContain('"lock":"rlimits"')
    const { width, height } = await sharp(await straightenedPage()).metadata()
    expect(width).toBeLessThan(height)
    const [cell, ...others] = worker.cells()
    expect(others).toEqual([])
    const environment = readFileSync(`/proc/${cell}/environ`, 'utf8')
    expect(environment).not.toMatch(/REDIS|STORAGE|HOME|PATH/)
    const limits = limitsOf(cell!)
    expect(limits.get('Max core file size')).toBe('0')
    expect(limits.get('Max file size')).toBe('0')
    expect(Number(limits.get('Max data size'))).toBeLessThan(2 ** 31)
  },
)

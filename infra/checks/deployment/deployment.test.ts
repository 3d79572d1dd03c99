import { visionQueues } from '@equerre/contract/jobs'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryMegabytes, readVisionConfig, slotMegabytes } from '@equerre/vision-worker/src/config.ts'
import { composeEnvironment, composeVariables, readCompose } from './compose.ts'
import { findDockerCompose } from '@equerre/local/debian-tools'
import { renderGrowth } from './growth.ts'
import { imageEnvironment, instructionsOf, readDockerfile } from './dockerfile.ts'
import { cloneFolder } from '@equerre/local/tools'
import { readers } from '../variables/variables.ts'
import { writtenFiles } from '../variables/write-variables.ts'

const stages = readDockerfile()
const services = readCompose()
const workers = ['vision-worker', 'vision-read']
const long = 'x'.repeat(32)
/** A filled-in `.env`. */
const filledIn: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...composeVariables().needed].map((name) => [name, long])),
  KEY_ENCRYPTION_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
  COURIER_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
  PDF_PASSWORD_KEYS: `one:${Buffer.alloc(32).toString('base64')}`,
  STRIPE_SECRET_KEY: 'sk_live_12345678',
  STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  PUBLIC_URL: 'https://equerre.test',
}

it('tells operators the memory that slots really have', () => {
  const guides = [
    'operating.md',
    'observability/runbooks/MemoryHigh.md',
    'observability/runbooks/WorkersLost.md',
  ]
  for (const guide of guides) {
    const text = readFileSync(path.join(cloneFolder, 'infra', guide), 'utf8')
    expect(text, guide).toContain(`${slotMegabytes.normal} MiB for each slot`)
    expect(text, guide).toContain(`${slotMegabytes.heavy} MiB`)
  }
})

it('decision 74 states what its costs make', () => {
  const decision = path.join(cloneFolder, 'infra/decisions/0074-a-hundred-and-a-thousand.md')
  expect(readFileSync(decision, 'utf8')).toContain(renderGrowth())
})

it.each(writtenFiles())('$file is what `npm run variables` writes', ({ file, text }) => {
  expect(readFileSync(file, 'utf8')).toBe(text)
})

describe('docker-compose.yml', () => {
  it('is accepted by docker compose, which refuses unknown keys', ({ skip }) => {
    const compose = findDockerCompose()
    if (!compose) return skip('docker-compose is not on PATH, and Debian’s packages cannot be downloaded')
    const folder = mkdtempSync(path.join(tmpdir(), 'equerre-compose-'))
    const envFile = path.join(folder, 'env')
    writeFileSync(
      envFile,
      Object.entries(filledIn)
        .map((pair) => `${pair.join('=')}\n`)
        .join(''),
    )
    const check = (file: string) =>
      spawnSync(
        compose.command,
        ['--project-directory', cloneFolder, '--env-file', envFile, '--file', file, 'config', '--quiet'],
        { env: { PATH: process.env['PATH'], ...compose.env }, encoding: 'utf8' },
      )
    const ours = path.join(cloneFolder, 'docker-compose.yml')
    expect(check(ours)).toMatchObject({ status: 0, stderr: '' })
    const wrong = path.join(folder, 'wrong.yml')
    writeFileSync(wrong, readFileSync(ours, 'utf8').replace('healthcheck:', 'healthchek:'))
    expect(check(wrong).stderr).toContain('healthchek')
    rmSync(folder, { recursive: true })
  })

  it.each(Object.entries(readers))('gives %s the settings that it needs', (name, { read }) => {
    const service = services[name]!
    expect(service.build).toEqual({ context: '.', dockerfile: 'infra/docker/Dockerfile', target: name })
    const env = { ...imageEnvironment(stages, name), ...composeEnvironment(service, filledIn) }
    expect(() => read(env)).not.toThrow()
  })

  it('bounds the memory and the logs of all that keeps running, and gives the worker what its slots need', () => {
    const running = Object.entries(services).filter(([, { restart }]) => restart === 'unless-stopped')
    expect(running.length).toBe(9)
    for (const [name, { mem_limit: memory, logging }] of running) {
      expect(memory, name).toBeDefined()
      expect(logging?.options, name).toMatchObject({
        'max-size': expect.any(String),
        'max-file': expect.any(String),
      })
    }
    for (const name of workers) {
      const worker = services[name]!
      const config = readVisionConfig(composeEnvironment(worker, filledIn))
      expect(mebibytesOf(worker.mem_limit!), name).toBeGreaterThan(memoryMegabytes(config))
    }
  })

  it('serves every lane once, and gives its workers no way out', () => {
    const served = workers.map((name) => readVisionConfig(composeEnvironment(services[name]!, filledIn)))
    const queues = served.flatMap(({ VISION_QUEUES: names }) => names)
    expect(queues.toSorted()).toEqual([...visionQueues].toSorted())
    for (const name of workers) expect(services[name]!.networks, name).toEqual(['inside'])
  })

  it('gives the courier the way out, and inside Redis and the storage alone', () => {
    const [own, ...shared] = services['courier']!.networks
    expect(own).toBe('stores')
    const reached = Object.entries(services).filter(([, { networks }]) => networks.includes('stores'))
    expect(reached.map(([name]) => name).toSorted()).toEqual(['courier', 'redis', 'storage'])
    for (const [name, { networks }] of Object.entries(services).filter(([each]) => each !== 'courier'))
      for (const network of shared) expect(networks, name).not.toContain(network)
  })

  it('starts every service after those it needs', () => {
    expect(services['gateway']!.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
      auth: { condition: 'service_healthy' },
      'vision-worker': { condition: 'service_healthy' },
    })
  })
})

describe.each(Object.keys(readers))('the image of %s', (target) => {
  const steps = instructionsOf(stages, target)
  const copied = steps.flatMap((step) => (step.kind === 'COPY' && step.from === null ? step.sources : []))

  it('contains its own sources and those of every package of ours that it needs, directly or not', () => {
    const main = steps.find((step) => step.kind === 'CMD')!.command[1]!
    expect(existsSync(path.join(cloneFolder, main))).toBe(true)
    const own = main.replace(/\/(src\/)?main\.ts$/, '')
    for (const folder of [own, ...packagesOf(own)]) expect(copied).toContain(folder)
  })

  it('copies only what exists and is in git', () => {
    const known = execFileSync('git', ['ls-files', '--', ...copied], { cwd: cloneFolder, encoding: 'utf8' })
    for (const source of copied) expect(known).toContain(source)
  })

  it('runs as an unprivileged user, from a folder that this user does not own', () => {
    expect(steps.findLast((step) => step.kind === 'USER')).toEqual({ kind: 'USER', user: 'node' })
    expect(steps.some((step) => step.kind === 'WORKDIR')).toBe(true)
  })
})

/** Of a memory limit such as `4g`, which may come from a variable with a default. */
function mebibytesOf(limit: string): number {
  const { value } = composeEnvironment({ networks: [], environment: { value: limit } }, {})
  const [, digits, unit] = /^(\d+)([gm])$/.exec(value!)!
  return Number(digits) * (unit === 'g' ? 1_024 : 1)
}

/** Folders of our packages that the one in `folder` depends on, directly or not. */
function packagesOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(
    readFileSync(path.join(cloneFolder, folder, 'package.json'), 'utf8'),
  )
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@equerre/'))
    .map((name) => `infra/${name.replace('@equerre/', '')}`)
    .flatMap((own) => [own, ...packagesOf(own)])
}

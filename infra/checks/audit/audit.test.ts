import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { judge, type Acceptance } from './audit.ts'

/** npm takes a second of CPU, much longer on a busy machine. */
const patienceMs = 120_000
const hole = {
  name: 'sharp',
  title: 'a hole',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
}
const report = (...via: object[]) =>
  JSON.stringify({ vulnerabilities: { sharp: { via }, parent: { via: ['sharp', ...via] } } })
const accepted: Acceptance = { advisory: 'GHSA-aaaa-bbbb-cccc', reason: 'not reached', until: '2026-12-31' }

describe('the audit’s verdict', () => {
  it('names a severe hole once, however many packages have it, and leaves out lesser ones', () => {
    const lesser = { ...hole, url: 'https://github.com/advisories/GHSA-dddd-eeee-ffff', severity: 'moderate' }
    expect(judge(report(hole, lesser), [], '2026-12-01')).toMatchObject({
      open: [{ id: 'GHSA-aaaa-bbbb-cccc', package: 'sharp', title: 'a hole' }],
    })
  })

  it('accepts one until its last day, and says what is accepted and what no longer needs to be', () => {
    expect(judge(report(hole), [accepted], '2026-12-31')).toMatchObject({ open: [], accepted: [accepted] })
    expect(judge(report(hole), [accepted], '2027-01-01')).toMatchObject({ open: [{ package: 'sharp' }] })
    expect(judge(report(), [accepted], '2026-12-31')).toMatchObject({ open: [], unused: [accepted] })
  })

  it.each([
    ['{"message":"405 Method Not Allowed","error":{"summary":""}}', '405 Method Not Allowed'],
    ['', 'npm printed no report'],
  ])('takes %j for no answer, not for good news', (output, why) => {
    expect(judge(output, [], '2026-12-31')).toEqual({ kind: 'unknown', why })
  })
})

it('accepted.json says why and until when', () => {
  const acceptances = JSON.parse(readFileSync(path.join(import.meta.dirname, 'accepted.json'), 'utf8'))
  for (const each of acceptances)
    expect(each).toEqual({
      advisory: expect.stringMatching(/^GHSA-/),
      reason: expect.stringMatching(/.{20}/),
      until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
})

let registry: Server | undefined
afterEach(() => {
  registry?.closeAllConnections()
  registry?.close()
})

async function runAudit(env: NodeJS.ProcessEnv): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'audit.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const text = child.stdout.toArray()
  const [code] = await once(child, 'exit')
  return { code, text: Buffer.concat(await text).toString() }
}

it(
  'npm’s own audit of the lock file is red on a hole in a package that also serves development',
  { timeout: patienceMs },
  async () => {
    const advisory = { id: 1, url: hole.url, title: hole.title, severity: 'high', vulnerable_versions: '<99' }
    registry = createServer((req, res) => {
      req.resume()
      const isQuestion = req.url === '/-/npm/v1/security/advisories/bulk'
      res.writeHead(isQuestion ? 200 : 404, { 'Content-Type': 'application/json' })
      res.end(JSON.stringify(isQuestion ? { sharp: [advisory] } : {}))
    })
    await once(registry.listen(0, '127.0.0.1'), 'listening')
    const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
    const env = { ...process.env, npm_config_registry: address, npm_config_fetch_retries: '0' }
    const { code, text } = await runAudit(env)
    expect(text).toContain('✗ sharp: a hole (GHSA-aaaa-bbbb-cccc)')
    expect(code).toBe(1)
  },
)

it('says loudly that nobody has looked, and fails nothing, where there is no answer', async () => {
  const { code, text } = await runAudit({ PATH: '/nowhere' })
  expect(text).toMatch(/^!!! NOT AUDITED: .*npm/)
  expect(code).toBe(0)
})

import { cloneFolder, findTools } from '@equerre/local/tools'
import { installClient } from '@equerre/testkit/npm-package'
import { python, typescript } from '@equerre/web/src/reference/verifying.ts'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/** The programs of the reference that verify a delivery, run as they are. */

const key = randomBytes(32)
const secret = `whsec_${key.toString('base64')}`
const body = '{"type":"webhook.test","data":{"déjà":"vu"}}'
/** As if it were installed. */
const client = path.join(cloneFolder, 'clients/python/src')
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'equerre-webhook-samples-'))
  await installClient('typescript', '@equerre/client', folder)
  vi.stubEnv('WEBHOOK_SECRET', secret)
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

function signed(text: string, ageS = 0): Record<string, string> {
  const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1_000) - ageS)]
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp }
  return { ...headers, 'webhook-signature': `v1,${'A'.repeat(43)}= v1,${signature}` }
}

const cases = [
  { name: 'accepts what we have signed', sent: body, headers: signed(body), accepted: true },
  {
    name: 'refuses what was changed',
    sent: body.replace('vu', 'lu'),
    headers: signed(body),
    accepted: false,
  },
  { name: 'refuses what is old', sent: body, headers: signed(body, 600), accepted: false },
]

it.each([typescript, python])('says nothing in either language of the reference', (program) => {
  expect(program.replace(/^# pip install .*$/m, '')).not.toMatch(/"""|\/\/|#|\/\*/)
})

describe('in TypeScript', () => {
  it.each(cases)('$name', async ({ sent, headers, accepted }) => {
    const file = path.join(folder, 'receiver.ts')
    writeFileSync(file, typescript.replace('console.log', 'void '))
    const { default: receiver } = (await import(file)) as { default: { fetch: typeof fetch } }
    const request = new Request('https://receiver.test/', { method: 'POST', headers, body: sent })
    expect((await receiver.fetch(request)).status).toBe(accepted ? 204 : 401)
  })
})

describe('in Python', () => {
  it.for(cases)('$name', ({ sent, headers, accepted }, { skip }) => {
    const { python: command } = findTools()
    skip(command === null, 'there is no Python with httpx on this machine')
    const call = `import json, sys\nprint(answer_status(sys.argv[1].encode(), json.loads(sys.argv[2])))`
    const answer = execFileSync(command!, ['-c', `${python}\n${call}`, sent, JSON.stringify(headers)], {
      encoding: 'utf8',
      env: { WEBHOOK_SECRET: secret, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: '1' },
    })
    expect(answer).toBe(accepted ? `${headers['webhook-id']} webhook.test\n204\n` : '401\n')
  })
})

import { onlineManager } from '@tanstack/react-query'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import type * as Steps from './steps.ts'

let server: Server | undefined
let skipping: NodeJS.Timeout | undefined

afterEach(() => {
  server?.close()
  clearInterval(skipping)
  onlineManager.setOnline(true)
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The module as in the browser, with its API at a real server that runs `listener`. */
async function stepsAgainst(listener: RequestListener): Promise<typeof Steps> {
  const started = createServer(listener)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('VITE_API_BASE', `http://127.0.0.1:${(started.address() as AddressInfo).port}`)
  return import('./steps.ts')
}

const page = { ingestionId: 'i-1', page: 2 }
const request = () => ({ signal: new AbortController().signal, idempotencyKey: 'k-1' })
const accepted = { Location: '/api/v1/detourage/jobs/j-1', 'Retry-After': '0' }
const isPost = ({ method }: IncomingMessage) => method === 'POST'

test('G09: a 202 is polled at its Location until the answer comes, with its credits', async () => {
  const seen: string[] = []
  const steps = await stepsAgainst((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    if (seen.length < 4) outgoing.writeHead(202, accepted).end('{}')
    else
      outgoing.writeHead(200, { 'X-Credits-Charged': '1', 'X-Credits-Remaining': '4' }).end('{"status":"OK"}')
  })
  expect(await steps.rectify(page, { dpi: 300 }, request())).toEqual({
    reply: { status: 'OK' },
    creditsCharged: 1,
    creditsLeft: 4,
  })
  const poll = 'GET /api/v1/detourage/jobs/j-1'
  expect(seen).toEqual(['POST /api/v1/detourage/rectify', poll, poll, poll])
})

test('a 200 is already the answer', async () => {
  const steps = await stepsAgainst((_, outgoing) => outgoing.end('{"status":"OK"}'))
  expect(await steps.detect(page, request())).toEqual({
    reply: { status: 'OK' },
    creditsCharged: null,
    creditsLeft: null,
  })
})

test('requests an asynchronous answer, with its key, page and options as form fields', async () => {
  let body = ''
  let headers: IncomingMessage['headers'] = {}
  const steps = await stepsAgainst((incoming, outgoing) => {
    headers = incoming.headers
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
    incoming.on('end', () => outgoing.end('{}'))
  })
  await steps.rectify(page, { dpi: 300 }, request())
  expect(headers).toMatchObject({ prefer: 'respond-async', 'idempotency-key': 'k-1' })
  expect(body).toMatch(/name="ingestion_id"\r\n\r\ni-1/)
  expect(body).toMatch(/name="page"\r\n\r\n2/)
  expect(body).toContain('{"dpi":300}')
})

test('G46: a problem’s own sentence is the error message', async () => {
  const steps = await stepsAgainst((_, outgoing) => {
    outgoing.writeHead(402, { 'Content-Type': 'application/problem+json' })
    outgoing.end(JSON.stringify({ detail: 'Crédits insuffisants.', request_id: 'r-1' }))
  })
  await expect(steps.rectify(page, { dpi: 300 }, request())).rejects.toMatchObject({
    message: 'HTTP 402: Crédits insuffisants.',
    requestId: 'r-1',
  })
})

test('E-01: the raw body of any other failure is the error message', async () => {
  const steps = await stepsAgainst((_, outgoing) => outgoing.writeHead(502).end('Bad gateway'))
  await expect(steps.detect(page, request())).rejects.toThrow('HTTP 502: Bad gateway')
})

test('a failed job ends polling with its problem', async () => {
  const steps = await stepsAgainst((incoming, outgoing) => {
    if (isPost(incoming)) outgoing.writeHead(202, accepted).end('{}')
    else outgoing.writeHead(422).end('illisible')
  })
  await expect(steps.detect(page, request())).rejects.toThrow('HTTP 422: illisible')
})

test('a 429 is retried, both on the call and on the polls', async () => {
  const answers = [429, 429, 200]
  const calls = [429, 202]
  const steps = await stepsAgainst((incoming, outgoing) => {
    if (isPost(incoming)) outgoing.writeHead(calls.shift() ?? 202, accepted).end('{}')
    else outgoing.writeHead(answers.shift() ?? 200, { 'Retry-After': '0' }).end('{}')
  })
  expect(await steps.detect(page, request())).toEqual({ reply: {}, creditsCharged: null, creditsLeft: null })
  expect([...calls, ...answers]).toEqual([])
})

/** Skips the module's own pauses; network timers stay real. */
function skipPauses(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  skipping = setInterval(() => vi.runAllTimers(), 1)
}

test.each([502, 503, 504])(
  'a %i while polling is not final: polling continues to the answer',
  async (status) => {
    skipPauses()
    const answers = [status, 202, status, status, 200]
    const steps = await stepsAgainst((incoming, outgoing) => {
      outgoing.writeHead(isPost(incoming) ? 202 : (answers.shift() ?? 200), accepted).end('{}')
    })
    await expect(steps.rectify(page, { dpi: 300 }, request())).resolves.toMatchObject({ reply: {} })
    expect(answers).toEqual([])
  },
)

test('polling gives up on a service that stays unavailable', async () => {
  skipPauses()
  let polls = 0
  const steps = await stepsAgainst((incoming, outgoing) => {
    if (!isPost(incoming)) polls++
    outgoing.writeHead(isPost(incoming) ? 202 : 504, accepted).end('{}')
  })
  await expect(steps.rectify(page, { dpi: 300 }, request())).rejects.toMatchObject({ status: 504 })
  expect(polls).toBe(61)
})

test('a 500 while polling is final: the step itself has failed', async () => {
  const steps = await stepsAgainst((incoming, outgoing) => {
    outgoing.writeHead(isPost(incoming) ? 202 : 500, accepted).end('{}')
  })
  await expect(steps.rectify(page, { dpi: 300 }, request())).rejects.toMatchObject({ status: 500 })
})

test('no response at all differs from a refusal', async () => {
  const steps = await stepsAgainst((incoming) => incoming.destroy())
  await expect(steps.detect(page, request())).rejects.toMatchObject({ name: 'UnreachableError' })
})

test('an offline browser waits for the network, then repeats the same request', async () => {
  skipPauses()
  onlineManager.setOnline(false)
  let posts = 0
  const steps = await stepsAgainst((incoming, outgoing) => {
    if (++posts < 3) incoming.destroy()
    else outgoing.writeHead(200).end('{}')
  })
  await expect(steps.detect(page, request())).resolves.toMatchObject({ reply: {} })
  expect(posts).toBe(3)
})

test('an abort ends the pause between two polls', async () => {
  const controller = new AbortController()
  const steps = await stepsAgainst((_, outgoing) => {
    outgoing.writeHead(202, { ...accepted, 'Retry-After': '600' }).end('{}')
    outgoing.once('finish', () => setImmediate(() => controller.abort()))
  })
  const waiting = steps.detect(page, { signal: controller.signal, idempotencyKey: 'k-1' })
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

test.each([404, 410])('erasing a file that is already gone (%i) succeeds', async (status) => {
  const steps = await stepsAgainst((_, outgoing) => outgoing.writeHead(status).end())
  await expect(steps.deleteIngestion('i-1')).resolves.toBeUndefined()
})

import { expect, test, vi } from 'vitest'
import { HttpError, UnreachableError } from '../api/client.ts'
import { detectReply, ingestReply, rectifyReply } from '../../test/replies.ts'
import type { Job } from './job.ts'
import { settled } from './kept/persist.ts'
import { defaultSettings } from './intake/options.ts'
import { reduceJobs } from './reducer.ts'
import type { JobEvent } from './reducer.ts'
import { createRunner } from './runner.ts'
import type { RunnerPorts } from './runner.ts'

/** An in-memory service that logs its calls and answers by file name. */
function world(files: readonly string[], { credits = 10, held = 0, settings = defaultSettings } = {}) {
  let jobs: readonly Job[] = []
  let balance = credits
  const calls: string[] = []
  const keys: string[] = []
  const asked: object[] = []
  const dispatch = (event: JobEvent) => (jobs = reduceJobs(jobs, event))
  const kind = (name: string) => (name.endsWith('.pdf') ? ('pdf' as const) : ('image' as const))
  dispatch({
    type: 'added',
    held: null,
    jobs: files.map((name) => ({ id: name, name, size: 1, kind: kind(name) })),
  })
  dispatch({ type: 'held', ids: files.slice(files.length - held), held: 'credits' })
  const names = new Map<string, string>()
  const ports: RunnerPorts = {
    jobs: () => jobs,
    dispatch,
    fileOf: async (id) => new File(['x'], id),
    takePassword: () => undefined,
    ingest: async (file, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      calls.push(`ingest ${file.name}`)
      names.set(file.name, file.name)
      return {
        reply: { ...ingestReply(Number(/(\d+)p/.exec(file.name)?.[1] ?? 1)), ingestion_id: file.name },
        creditsCharged: null,
        creditsLeft: null,
      }
    },
    detect: async ({ ingestionId, page }, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      calls.push(`detect ${ingestionId} ${page}`)
      return {
        reply: detectReply(ingestionId.startsWith('rien') ? 'NOT_FOUND' : 'OK'),
        creditsCharged: null,
        creditsLeft: null,
      }
    },
    rectify: async ({ ingestionId, page }, options, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      calls.push(`rectify ${ingestionId} ${page}`)
      asked.push(options)
      if (balance <= 0) throw new HttpError(402, 'Crédits insuffisants.')
      balance--
      return { reply: rectifyReply(), creditsCharged: 1, creditsLeft: balance }
    },
    erase: vi.fn(async () => undefined),
    credits: () => balance,
    noteCredits: vi.fn(),
    refreshCredits: async () => {
      calls.push('credits')
      return balance
    },
    settings: () => settings,
    online: () => true,
    askPages: async () => [],
    withLock: (_, work) => work(),
    nowMs: () => 0,
  }
  const status = () => jobs.map((job) => job.held ?? job.status)
  return { ports, calls, keys, asked, status, dispatch }
}

test('without a network nothing starts; once it is back, everything does', async () => {
  const { ports, calls, status } = world(['a', 'b'])
  let online = false
  const runner = createRunner({ ...ports, online: () => online })
  await runner.wake()
  expect([calls, status()]).toEqual([[], ['queued', 'queued']])
  online = true
  await runner.wake()
  expect(status()).toEqual(['done', 'done'])
})

test('S-03 S-04: files are processed one by one, in order, and the balance is refreshed after each', async () => {
  const { ports, calls, status } = world(['a', 'b'])
  await createRunner(ports).wake()
  expect(calls).toEqual([
    'ingest a',
    'detect a 1',
    'rectify a 1',
    'credits',
    'ingest b',
    'detect b 1',
    'rectify b 1',
    'credits',
  ])
  expect(status()).toEqual(['done', 'done'])
})

test('whose session ends finds the card where it was, with the same key, and nothing failed', async () => {
  const { ports, keys, status, dispatch } = world(['a'])
  const detect = ports.detect
  let ended = true
  const runner = createRunner({
    ...ports,
    detect: async (...asked) => {
      if (ended) throw new HttpError(401, 'Votre session a pris fin.', { sessionEnded: true })
      return detect(...asked)
    },
  })
  await runner.wake()
  expect(status()).toEqual(['detecting'])
  ended = false
  const left = ports.jobs().map(settled)
  dispatch({ type: 'removed', ids: ['a'] })
  dispatch({ type: 'restored', jobs: left })
  await runner.wake()
  expect([status(), keys]).toEqual([['done'], ['a-ingest-1', 'a-detect-1', 'a-rectify-1']])
})

test('waking twice does not process a card twice', async () => {
  const { ports, calls } = world(['a'])
  const runner = createRunner(ports)
  await Promise.all([runner.wake(), runner.wake()])
  expect(calls.filter((call) => call.startsWith('ingest'))).toHaveLength(1)
})

test('G12: a page without a document is not rectified and costs nothing', async () => {
  const { ports, calls, status } = world(['rien'])
  await createRunner(ports).wake()
  expect(calls).toEqual(['ingest rien', 'detect rien 1', 'credits'])
  expect(status()).toEqual(['detected'])
})

test('G05: the balance reported by a rectify is noted', async () => {
  const { ports } = world(['a'])
  await createRunner(ports).wake()
  expect(ports.noteCredits).toHaveBeenCalledWith(9)
})

test('S-02 S-04: a failure stops only its card, and the balance is still refreshed', async () => {
  const { ports, calls, status } = world(['a', 'b'])
  const detect = vi
    .fn(ports.detect)
    .mockRejectedValueOnce(new HttpError(503, 'Service momentanément indisponible.'))
  await createRunner({ ...ports, detect }).wake()
  expect(status()).toEqual(['error', 'done'])
  expect(calls.filter((call) => call === 'credits')).toHaveLength(2)
  expect(ports.jobs()[0]?.failure?.text).toBe('HTTP 503: Service momentanément indisponible.')
})

/** The idempotency keys of a rectify that fails with `error`, and of its retry. */
async function retriedAfter(error: Error): Promise<string[]> {
  const { ports, keys, dispatch } = world(['a'])
  const rectify = vi.fn(ports.rectify).mockImplementationOnce(async (_, __, { idempotencyKey }) => {
    keys.push(idempotencyKey)
    throw error
  })
  const runner = createRunner({ ...ports, rectify })
  await runner.wake()
  dispatch({ type: 'retried', id: 'a' })
  await runner.wake()
  return keys.slice(-2)
}

const inconclusive: readonly (readonly [string, Error])[] = [
  ['no answer', new UnreachableError('cut')],
  ['a truncated answer', new TypeError('body cut')],
  ['a 202 without a status address', new HttpError(202, '')],
  ...[408, 409, 500, 502, 503, 504].map((status) => [`a ${status}`, new HttpError(status, '')] as const),
]

test.each(inconclusive)('a retry after %s repeats the key: the work may have been done', async (_, error) => {
  expect(await retriedAfter(error)).toEqual(['a-rectify-1', 'a-rectify-1'])
})

test.each([402, 410, 422])('a retry after a %i is a new request', async (status) => {
  expect(await retriedAfter(new HttpError(status, ''))).toEqual(['a-rectify-1', 'a-rectify-2'])
})

test('a PDF within the balance is processed page by page without a question', async () => {
  const { ports, calls, status } = world(['2p.pdf', 'b'])
  await createRunner(ports).wake()
  expect(calls.filter((call) => call !== 'credits')).toEqual([
    'ingest 2p.pdf',
    'detect 2p.pdf 1',
    'rectify 2p.pdf 1',
    'detect 2p.pdf 2',
    'rectify 2p.pdf 2',
    'ingest b',
    'detect b 1',
    'rectify b 1',
  ])
  expect(status()).toEqual(['ingested', 'done', 'done', 'done'])
})

test.each([
  ['that costs more than the balance', '12p.pdf', 10],
  ['with more than twenty pages', '21p.pdf', 100],
])('a PDF %s needs a confirmation, and only the chosen pages are processed', async (_, name, credits) => {
  const { ports, status } = world([name], { credits })
  const askPages = vi.fn(async () => [2])
  await createRunner({ ...ports, askPages }).wake()
  const pages = Number.parseInt(name, 10)
  expect(askPages).toHaveBeenCalledWith({ name, type: 'pdf', pages: ingestReply(pages).pages, credits })
  const others = Array<string>(pages - 2).fill('choice')
  expect(status()).toEqual(['ingested', 'choice', 'done', ...others])
})

test('a PDF with born-digital pages needs a confirmation, whatever it costs', async () => {
  const { ports, status } = world(['2p.pdf'])
  const ingest: RunnerPorts['ingest'] = async (file, request) => {
    const answer = await ports.ingest(file, request)
    const pages = answer.reply.pages.map((page) => ({ ...page, kind: 'digital' as const }))
    return { ...answer, reply: { ...answer.reply, pages } }
  }
  const askPages = vi.fn(async () => [])
  await createRunner({ ...ports, ingest, askPages }).wake()
  expect(askPages).toHaveBeenCalledOnce()
  expect(status()).toEqual(['ingested', 'choice', 'choice'])
})

test('without credits a PDF is read and its pages wait for credits', async () => {
  const { ports, status } = world(['2p.pdf'])
  await createRunner({ ...ports, credits: vi.fn(() => 0).mockReturnValueOnce(1) }).wake()
  expect(status()).toEqual(['ingested', 'credits', 'credits'])
})

test('G10: cards run at the chosen concurrency, start in order, and never exceed the balance', async () => {
  const settings = { ...defaultSettings, concurrency: 3 }
  const begun = async (credits: number) => {
    const { ports } = world(['a', 'b', 'c', 'd'], { credits, settings })
    const atOnce: string[] = []
    let most = 0
    const detect: RunnerPorts['detect'] = async (page, request) => {
      atOnce.push(page.ingestionId)
      most = Math.max(most, ports.jobs().filter(({ status }) => status === 'detecting').length)
      await Promise.resolve()
      return ports.detect(page, request)
    }
    await createRunner({ ...ports, detect }).wake()
    return { atOnce, most }
  }
  expect(await begun(10)).toEqual({ atOnce: ['a', 'b', 'c', 'd'], most: 3 })
  expect(await begun(2)).toEqual({ atOnce: ['a', 'b'], most: 2 })
})

test('a rectify uses the options from when it started, and so does its retry', async () => {
  let settings = defaultSettings
  const { ports, asked, dispatch } = world(['a'])
  const rectify = vi.fn(ports.rectify).mockImplementationOnce(async (_, options) => {
    asked.push(options)
    throw new UnreachableError('cut')
  })
  const runner = createRunner({ ...ports, rectify, settings: () => settings })
  await runner.wake()
  settings = { ...settings, options: { ...settings.options, dpi: 150 } }
  dispatch({ type: 'retried', id: 'a' })
  await runner.wake()
  expect(asked).toEqual([defaultSettings.options, defaultSettings.options])
})

test('corners placed by hand are sent with that page’s options, as a new request', async () => {
  const { ports, asked, keys, dispatch } = world(['a'])
  const runner = createRunner(ports)
  await runner.wake()
  const { corners } = detectReply()
  dispatch({ type: 'corrected', id: 'a', corners, options: { ...defaultSettings.options, paper: 'a4' } })
  await runner.wake()
  expect(asked.at(-1)).toEqual({ ...defaultSettings.options, paper: 'a4', corners })
  expect(keys.slice(-2)).toEqual(['a-rectify-1', 'a-rectify-2'])
  expect(ports.jobs()[0]).toMatchObject({ status: 'done', paid: 2, corrections: 0 })
})

test('without credits nothing new starts: the remaining cards wait for credits', async () => {
  const { ports, status } = world(['a', 'b', 'c'], { credits: 1 })
  await createRunner(ports).wake()
  expect(status()).toEqual(['done', 'credits', 'credits'])
})

test('an aborted step dispatches nothing', async () => {
  const { ports, dispatch } = world(['a'])
  const detect: RunnerPorts['detect'] = (_, { signal }) =>
    new Promise((__, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('stop', 'AbortError')))
      runner.abort('a')
      dispatch({ type: 'removed', ids: ['a'] })
    })
  const runner = createRunner({ ...ports, detect })
  await runner.wake()
  expect(ports.jobs()).toEqual([])
})

test('a card knows its copy on the service before the file has been read', async () => {
  const { ports } = world(['a'])
  const ingest: RunnerPorts['ingest'] = async (file, request) => {
    request.onReceived('i-1')
    expect(ports.jobs()[0]).toMatchObject({ status: 'uploading', receivedAs: 'i-1' })
    return ports.ingest(file, request)
  }
  await createRunner({ ...ports, ingest }).wake()
  expect(ports.jobs()[0]?.status).toBe('done')
  expect(ports.erase).not.toHaveBeenCalled()
})

test('a file whose arrival is reported after its card was removed is erased', async () => {
  const { ports, dispatch } = world(['a', 'b'])
  let answerLate = () => {}
  const ingest: RunnerPorts['ingest'] = (file, request) => {
    if (file.name !== 'a') return ports.ingest(file, request)
    answerLate = () => request.onReceived('i-1')
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(new DOMException('stop', 'AbortError')))
      runner.abort('a')
      dispatch({ type: 'removed', ids: ['a'] })
    })
  }
  const runner = createRunner({ ...ports, ingest })
  await runner.wake()
  expect(ports.jobs().map(({ id, status }) => [id, status])).toEqual([['b', 'done']])
  answerLate()
  expect(ports.erase).toHaveBeenCalledExactlyOnceWith('i-1')
})

import { PDFDocument } from '@cantoo/pdf-lib'
import type { IngestResult, StepOutcome } from '@equerre/contract/jobs'
import { RectifyOptions } from '@equerre/contract/detourage'
import { createLog } from '@equerre/platform/log'
import { heicFile } from '@equerre/testkit/heic'
import { unusualImages } from '@equerre/testkit/odd-files'
import { digitalPdf, photographDocument, scannedPdf } from '@equerre/testkit/pictures'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSlots, type Slots } from '../src/jobs/slots.ts'
import { openBench, resultOf, userZone, type Bench } from './bench.ts'

const megabyte = 1_024 ** 2
const bounds = { memoryBytesMax: 512 * megabyte, secondsMax: 600, cpuSecondsMax: 3, pageCpuSecondsMax: 1 }
const isLinux = process.platform === 'linux'

let bench: Bench
let slots: Slots
beforeAll(async () => {
  bench = await openBench()
  slots = await openSlots({
    limits: bench.limits,
    bounds,
    debug: false,
    services: { storage: bench.storage, debug: () => null },
    log: createLog('test', 'silent'),
    count: 1,
  })
})
afterAll(async () => {
  await slots.close()
  await bench.close()
})

async function jobFor(bytes: Uint8Array, mime: string) {
  const { ingestionId } = await bench.upload(bytes, mime)
  const original = { mime, bytes: bytes.length }
  return { step: 'ingest', stepId: randomUUID(), ingestionId, requestId: 'test', original } as const
}

async function ingest(bytes: Uint8Array, mime = 'image/jpeg'): Promise<StepOutcome> {
  return (await slots.run(await jobFor(bytes, mime))).outcome
}

describe.runIf(isLinux)('from inside of a locked process', () => {
  it('nothing can be opened, reached or started, and there is nothing to know', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'equerre-inside-'))
    const secretFile = path.join(folder, 'secret')
    writeFileSync(secretFile, 'secret')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const program = fileURLToPath(new URL('./inside.ts', import.meta.url))
    const child = spawn(process.execPath, [program, String(port), secretFile, String(process.pid)], {
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const { lock, found, environment } = (await json(child.stdio[3] as never)) as {
      lock: string
      found: Record<string, string>
      environment: object
    }
    server.close()
    expect(lock).toBe('seccomp')
    expect(environment).toEqual({})
    expect(Object.keys(found).length).toBeGreaterThan(15)
    expect(new Set(Object.values(found))).toEqual(new Set(['EPERM', 'EAI_AGAIN']))
    expect(existsSync(secretFile)).toBe(true)
    rmSync(folder, { recursive: true })
  })

  it('the worker says that its cells are so', () => {
    expect(slots.facts).toMatchObject({ lock: 'seccomp' })
  })
})

describe('in a locked process every kind of file is still read', () => {
  const files: Record<string, [string, () => Promise<Uint8Array> | Uint8Array]> = {
    ...Object.fromEntries(
      Object.entries(unusualImages).map(([name, make]) => [name, ['image/jpeg', make] as const]),
    ),
    HEIC: ['image/heic', () => heicFile('red')],
    'a scanned PDF': ['application/pdf', () => scannedPdf(1)],
    'a digital PDF': ['application/pdf', () => digitalPdf()],
  }
  it.each(Object.entries(files))('%s', async (_name, [mime, make]) => {
    expect(await ingest(await make(), mime)).toMatchObject({ kind: 'ingest' })
  })

  it('and written, in every format', async () => {
    const { jpeg } = await photographDocument({ seed: 41, width: 1200, height: 900, coverage: 0.5 })
    const job = await jobFor(jpeg, 'image/jpeg')
    const { pages } = resultOf((await slots.run(job)).outcome, 'ingest') satisfies IngestResult
    const page = { page: 1, pageInfo: pages[0]! }
    const detect = { ...job, ...page, step: 'detect', stepId: randomUUID() }
    expect((await slots.run(detect)).outcome).toMatchObject({ kind: 'detect' })
    const zone = userZone([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]) // prettier-ignore
    for (const format of ['png', 'jpeg', 'webp', 'pdf'] as const) {
      const options = RectifyOptions.parse({
        format,
        relighting: true,
        filter: format === 'pdf' ? 'bw' : 'color',
      })
      const rectify = { ...job, ...page, step: 'rectify', stepId: randomUUID(), zone, options }
      expect((await slots.run(rectify)).outcome, format).toMatchObject({ kind: 'rectify' })
    }
  })
})

/** A page whose content is so. */
async function pdfOf(content: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  page.node.set(
    (await import('@cantoo/pdf-lib')).PDFName.of('Contents'),
    pdf.context.register(pdf.context.stream(content)),
  )
  return pdf.save()
}

describe.runIf(isLinux)('what a file may take', () => {
  it('is refused at once, and for good, when one page computes for ever', async () => {
    const [pid] = slots.pids()
    const file = await pdfOf('[.0001] 0 d 1 w 0 0 m 595 842 l S '.repeat(40))
    expect(await ingest(file, 'application/pdf')).toMatchObject({
      kind: 'problem',
      code: 'unreadable_file',
      detail: 'Ce fichier demande trop de calculs pour être ouvert.',
    })
    expect(slots.pids()).not.toContain(pid)
    expect(await ingest((await photographDocument({ seed: 7, width: 640, height: 480 })).jpeg)).toMatchObject(
      {
        kind: 'ingest',
      },
    )
  })
})

import { quadAt } from '@equerre/testkit/points'
import { heicFile } from '@equerre/testkit/pictures/heic'
import { endlessPdfs, unusualImages } from '@equerre/testkit/pictures/odd-files'
import { digitalPdf, photographDocument, scannedPdf } from '@equerre/testkit/pictures'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readTextFiles } from '../src/adapters/text-models.ts'
import { residentBytesOf } from '../src/cell/meter.ts'
import { slotMegabytes } from '../src/config.ts'
import type { Slots } from '../src/jobs/slots.ts'
import { openBench, resultOf, userZone, type Bench } from './bench.ts'
import { openSlotsOn, uploadTo } from './cells.ts'
import { allLines, turnedLine } from './turned-line.ts'

const isLinux = process.platform === 'linux'
const textFiles = await readTextFiles()

let bench: Bench
let slots: Slots
beforeAll(async () => {
  bench = await openBench()
  // Little, so that a file too large for it is soon made; 384 are too few to read in doubt.
  slots = await openSlotsOn(bench, { memoryBytesMax: 512 * 1_024 ** 2 })
})
afterAll(async () => {
  await slots.close()
  await bench.close()
})

const upload = (bytes: Uint8Array, mime = 'image/jpeg') => uploadTo(slots, bench, { bytes, mime })
const ingest = async (bytes: Uint8Array, mime?: string) => (await upload(bytes, mime)).ingest()

describe.runIf(isLinux)('from inside a locked process', () => {
  it('nothing can be opened, reached, started or learned', async () => {
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

  it('the worker reports that its cells are locked', () => {
    expect(slots.facts).toMatchObject({ lock: 'seccomp' })
  })
})

describe('in a locked process every kind of file can still be', () => {
  const files: Record<string, [string, () => Promise<Uint8Array> | Uint8Array]> = {
    ...Object.fromEntries(
      Object.entries(unusualImages).map(([name, make]) => [name, ['image/jpeg', make] as const]),
    ),
    HEIC: ['image/heic', () => heicFile('red')],
    'a scanned PDF': ['application/pdf', () => scannedPdf(1)],
    'a digital PDF': ['application/pdf', () => digitalPdf()],
  }
  it.each(Object.entries(files))('read: %s', async (_name, [mime, make]) => {
    expect(await ingest(await make(), mime)).toMatchObject({ kind: 'ingest' })
  })

  it.skipIf(!textFiles)('read in doubt, to tell which way up it is', async () => {
    const detectOn = async (page: Sharp) => {
      const file = await upload(await page.png().toBuffer(), 'image/png')
      const [info] = resultOf(await file.ingest(), 'ingest').pages
      return resultOf(await file.detect(info!), 'detect').corners
    }
    const upsideDown = quadAt('1,1 0,1 0,0 1,0')
    expect(await detectOn(await turnedLine(2, allLines))).toEqual(upsideDown)
    const before = residentBytesOf(slots.pids()[0]!)
    expect(await detectOn(await turnedLine(2))).toEqual(upsideDown)
    // Of the 140 MB that the networks held.
    expect(residentBytesOf(slots.pids()[0]!) - before).toBeLessThan(50e6)
  })

  it('written in every format', async () => {
    const { jpeg } = await photographDocument({ seed: 41, width: 1200, height: 900, coverage: 0.5 })
    const file = await upload(jpeg)
    const [page] = resultOf(await file.ingest(), 'ingest').pages
    expect(await file.detect(page!)).toMatchObject({ kind: 'detect' })
    const zone = userZone(quadAt('0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9'))
    for (const format of ['png', 'jpeg', 'webp', 'pdf'] as const) {
      const filter = format === 'pdf' ? 'bw' : 'color'
      const made = await file.rectify(page!, zone, { format, filter, relighting: true })
      expect(made, format).toMatchObject({ kind: 'rectify' })
    }
  })
})

describe.runIf(isLinux)('limits on a file’s', () => {
  describe('CPU time', () => {
    let roomy: Slots
    beforeAll(async () => {
      // As much memory as PDFs have in production, since dashes need some, so that the CPU time runs out first.
      roomy = await openSlotsOn(bench, {
        memoryBytesMax: slotMegabytes.heavy * 1_024 ** 2,
        pageCpuSecondsMax: 2,
      })
    })
    afterAll(() => roomy.close())

    it.each(Object.keys(endlessPdfs))('refuse it for good at the first attempt: %s', async (name) => {
      const attempts = vi.spyOn(bench.storage, 'get')
      const file = await uploadTo(roomy, bench, {
        bytes: await endlessPdfs[name]!(),
        mime: 'application/pdf',
      })
      expect(await file.ingest()).toMatchObject({
        kind: 'problem',
        code: 'unreadable_file',
        detail: 'Ce fichier demande trop de calculs pour être ouvert.',
        reason: expect.stringContaining('cell ended (cpu)'),
      })
      expect(attempts).toHaveBeenCalledTimes(1)
      attempts.mockRestore()
    })
  })

  it('memory are those of its slot, and refuse it the same way', async () => {
    const file = await sharp({ create: { width: 9_000, height: 5_000, channels: 4, background: '#ccc8' } })
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer()
    expect(await ingest(file)).toMatchObject({
      kind: 'problem',
      code: 'unreadable_file',
      detail: 'Ce fichier demande trop de mémoire pour être ouvert.',
    })
  })
})

import { writePaperwork, type PaperworkKind } from '@equerre/testkit/pictures/paperwork'
import { spawn } from 'node:child_process'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { slotMegabytes } from '../src/config.ts'

const isLinux = process.platform === 'linux'
const program = fileURLToPath(new URL('./inside-reading.ts', import.meta.url))

type Report = {
  readonly lock: string
  readonly name: string
  readonly text: string
  readonly peakMegabytes: number
}

async function readInside(reader: string, kind: PaperworkKind, dpi: number): Promise<Report> {
  const child = spawn(process.execPath, [program, reader, kind, String(dpi)], {
    env: { MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  return (await json(child.stdio[3] as never)) as Report
}

it.runIf(isLinux)('Tesseract reads in a locked process, which opens no file', async () => {
  const { lock, name, text } = await readInside('Tesseract', 'receipt', 150)
  expect([lock, name]).toEqual(['seccomp', 'Tesseract'])
  const { amounts } = await writePaperwork('receipt', 8)
  // Now and then it sees no space before €.
  const unspaced = (words: string) => words.replaceAll(' ', '')
  const found = amounts.filter((amount) => unspaced(text).includes(unspaced(amount)))
  expect(found.length).toBeGreaterThan(0.9 * amounts.length)
})

it.runIf(isLinux)('a dense page is read within the memory of a slot', async () => {
  const { lock, peakMegabytes } = await readInside('any', 'letter', 200)
  expect(lock).toBe('seccomp')
  expect(peakMegabytes).toBeGreaterThan(100)
  expect(peakMegabytes).toBeLessThan(slotMegabytes.normal)
})

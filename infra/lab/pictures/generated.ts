/**
 * Writes the generated pictures of tests and training, with the truth drawn on them, to `.out/pictures/`.
 * Usage: `npm run pictures [-- COUNT]`.
 */
import {
  digitalPdf,
  photographDocument,
  photographNothing,
  photographTable,
  scanFlat,
  scannedPdf,
  type Picture,
} from '@equerre/testkit/pictures'
import type { Quad } from '@equerre/geometry/quad'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openCodec } from '@equerre/vision-worker/src/adapters/codec.ts'
import { drawZone } from '@equerre/vision-worker/src/core/draw.ts'

const folder = fileURLToPath(new URL('../../../.out/pictures/', import.meta.url))
const count = Number(process.argv[2] ?? 16)
const codec = openCodec({ pixelsMax: 100_000_000 })

await mkdir(folder, { recursive: true })
for (let seed = 0; seed < count; seed++) {
  const underlays = seed % 3
  await show(`document-${seed}`, await photographDocument({ seed, underlays }))
  if (seed % 4 === 1) await showTable(`table-${seed}`, { seed, count: 2 + (seed % 11) })
  if (seed % 4 === 0) await show(`nothing-${seed}`, await photographNothing({ seed, underlays }))
  if (seed % 8 === 0) await show(`flat-${seed}`, await scanFlat({ seed }))
}
await show('document-12-megapixels', await photographDocument({ seed: 12, width: 4000, height: 3000 }))
await writeFile(join(folder, 'scanned.pdf'), await scannedPdf(1))
await writeFile(join(folder, 'digital.pdf'), await digitalPdf())
console.log(`pictures in ${folder}`)

async function show(name: string, { jpeg, corners }: Picture): Promise<void> {
  await save(name, jpeg, corners ? [corners] : [])
}

async function showTable(name: string, scene: { seed: number; count: number }): Promise<void> {
  const { jpeg, quads } = await photographTable(scene)
  await save(name, jpeg, quads)
}

async function save(name: string, jpeg: Buffer, truths: readonly Quad[]): Promise<void> {
  await writeFile(join(folder, `${name}.jpg`), jpeg)
  if (truths.length === 0) return
  const drawn = await codec.decodeWhole(jpeg)
  for (const truth of truths) drawZone(drawn, truth, { dashed: false })
  await writeFile(join(folder, `${name}-truth.jpg`), await codec.encodeJpeg(drawn, { quality: 85 }))
}

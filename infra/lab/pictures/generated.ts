/**
 * Writes the generated pictures of tests and training, with the truth drawn on them, to `.out/pictures/`.
 * Usage: `npm run pictures [-- COUNT]`.
 */
import {
  digitalPdf,
  photographDocument,
  photographNothing,
  scanFlat,
  scannedPdf,
  type Picture,
} from '@equerre/testkit/pictures'
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
  if (seed % 4 === 0) await show(`nothing-${seed}`, await photographNothing({ seed, underlays }))
  if (seed % 8 === 0) await show(`flat-${seed}`, await scanFlat({ seed }))
}
await show('document-12-megapixels', await photographDocument({ seed: 12, width: 4000, height: 3000 }))
await writeFile(join(folder, 'scanned.pdf'), await scannedPdf(1))
await writeFile(join(folder, 'digital.pdf'), await digitalPdf())
console.log(`pictures in ${folder}`)

async function show(name: string, { jpeg, corners }: Picture): Promise<void> {
  await writeFile(join(folder, `${name}.jpg`), jpeg)
  if (!corners) return
  const drawn = await codec.decodeWhole(jpeg)
  drawZone(drawn, corners, { dashed: false })
  await writeFile(join(folder, `${name}-truth.jpg`), await codec.encodeJpeg(drawn, { quality: 85 }))
}

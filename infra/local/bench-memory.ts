import { PDFDocument } from '@cantoo/pdf-lib'
import { photographDocument } from '@equerre/testkit/pictures'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { slotMegabytes } from '../../services/vision-worker/src/config.ts'

type Case = {
  readonly label: string
  readonly lane: keyof typeof slotMegabytes
  readonly make: () => Promise<Uint8Array>
  readonly dpi?: number
  readonly whole?: boolean
}

/** Memory differs from run to run, with what threads happen to do at the same time. */
const runs = 3

/** The worst of what is accepted, each through all steps in a cell of its own. */
const cases: readonly Case[] = [
  { label: '25 Mpx JPEG', lane: 'normal', make: () => picture(5_000, 5_000, (image) => image.jpeg()) },
  { label: '25 Mpx JPEG at 600 dpi', lane: 'normal', make: () => picture(5_000, 5_000, (image) => image.jpeg()), dpi: 600 },
  { label: '12.5 Mpx progressive JPEG', lane: 'normal', make: () => picture(4_000, 3_125, (image) => image.jpeg({ progressive: true })) },
  { label: '12.5 Mpx progressive JPEG, 4:4:4', lane: 'normal', make: () => picture(4_000, 3_125, (image) => image.jpeg({ progressive: true, chromaSubsampling: '4:4:4' })) },
  { label: '12.5 Mpx lossless WebP', lane: 'normal', make: () => picture(4_000, 3_125, (image) => image.webp({ lossless: true, effort: 0 })) },
  { label: '8 Mpx AVIF', lane: 'normal', make: () => picture(3_200, 2_500, (image) => image.avif({ effort: 0 })) },
  { label: '25 Mpx TIFF', lane: 'normal', make: () => picture(5_000, 5_000, (image) => image.tiff({ compression: 'jpeg' })) },
  { label: '12.5 Mpx interlaced PNG', lane: 'normal', make: () => picture(4_000, 3_125, (image) => image.png({ progressive: true, compressionLevel: 1 })) },
  { label: '100 Mpx JPEG', lane: 'heavy', make: () => picture(10_000, 10_000, (image) => image.jpeg()) },
  { label: '100 Mpx JPEG at 600 dpi', lane: 'heavy', make: () => picture(10_000, 10_000, (image) => image.jpeg()), dpi: 600 },
  { label: '100 Mpx JPEG, whole, held sideways', lane: 'heavy', make: () => picture(10_000, 10_000, (image) => image.withMetadata({ orientation: 6 }).jpeg()), dpi: 600, whole: true },
  { label: '50 Mpx progressive JPEG at 600 dpi', lane: 'heavy', make: () => picture(7_070, 7_070, (image) => image.jpeg({ progressive: true })), dpi: 600 },
  { label: '50 Mpx lossless WebP at 600 dpi', lane: 'heavy', make: () => picture(7_070, 7_070, (image) => image.blur(4).webp({ lossless: true, effort: 0 })), dpi: 600 },
  { label: '40 Mpx AVIF at 600 dpi', lane: 'heavy', make: () => picture(6_320, 6_320, (image) => image.avif({ effort: 0 })), dpi: 600 },
  { label: '50 Mpx interlaced PNG at 600 dpi', lane: 'heavy', make: () => picture(7_070, 7_070, (image) => image.png({ progressive: true, compressionLevel: 1 })), dpi: 600 },
  { label: 'PDF of 100 scans at 600 dpi', lane: 'heavy', make: scans, dpi: 600 },
] // prettier-ignore

/** Prints the most memory that a cell ever held, per file. */
export async function printMemory(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'equerre-memory-'))
  const file = path.join(folder, 'file')
  try {
    for (const { label, lane, make, dpi = 300, whole = false } of cases) {
      writeFileSync(file, await make())
      const script = path.join(import.meta.dirname, 'bench-memory-case.ts')
      const held = Array.from({ length: runs }, () =>
        Number(execFileSync(process.execPath, [script, file, String(dpi), String(whole)])),
      )
      const megabytes = Math.max(...held)
      const verdict = megabytes <= slotMegabytes[lane] ? '' : '  TOO MUCH'
      console.log(
        `${label.padEnd(36)}${megabytes.toFixed(0).padStart(6)} of ${slotMegabytes[lane]} MB${verdict}`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function picture(width: number, height: number, encode: (image: Sharp) => Sharp): Promise<Buffer> {
  const { jpeg } = await photographDocument({ seed: 47, page: 'letter', coverage: 0.5 })
  return encode(sharp(jpeg).resize(width, height, { fit: 'fill' })).toBuffer()
}

async function scans(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const image = await pdf.embedJpg(await picture(2_480, 3_508, (page) => page.jpeg()))
  for (let i = 0; i < 100; i++)
    pdf.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 })
  return pdf.save()
}

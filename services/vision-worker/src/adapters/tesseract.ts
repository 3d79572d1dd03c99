import { boxQuad } from '@equerre/geometry/quad'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { RgbImage } from '../core/pixels.ts'
import type { Word } from '../core/read/page-text.ts'

const lstmOnly = 1
/** Levels of the table: page, block, paragraph, line, word. */
const lineLevel = 4
const wordLevel = 5

/** A reader of whole pages. */
export type Tesseract = {
  readonly name: string
  /** The words of each line of an evenly lit page. */
  readonly readPage: (page: RgbImage) => readonly (readonly Word[])[]
}

/**
 * Tesseract in WebAssembly, which knows French; its files are in memory, so a locked process may use it. Null where it is not
 * installed, as in an image.
 */
export async function loadTesseract(): Promise<Tesseract | null> {
  const core = await importIfInstalled()
  if (!core) return null
  const silent = () => {}
  const { FS, TessBaseAPI } = await core.default({ print: silent, printErr: silent })
  const french = import.meta.resolve('@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz')
  const packed = await readFile(fileURLToPath(french))
  FS.writeFile('/fra.traineddata', await promisify(gunzip)(packed))
  const api = new TessBaseAPI()
  if (api.Init('/', 'fra', lstmOnly) !== 0) throw new Error('Tesseract does not start')
  FS.unlink('/fra.traineddata')
  return {
    name: 'Tesseract',
    readPage: (page) => {
      FS.writeFile('/input', portablePixmap(page))
      try {
        if (api.SetImageFile(1, 0) !== 0) throw new Error('Tesseract does not take the page')
        // It refuses a page without anything that could be text.
        return api.Recognize(null) === 0 ? wordsInTable(api.GetTSVText(0)) : []
      } finally {
        api.Clear()
        FS.unlink('/input')
      }
    },
  }
}

async function importIfInstalled() {
  try {
    return await import('tesseract.js-core/tesseract-core-simd-lstm.js')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}

/** The image as a PPM file, whose pixels are not coded. */
function portablePixmap({ width, height, data }: RgbImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), data])
}

/** Columns: level, page, block, paragraph, line, word, left, top, width, height, confidence in percent, text. */
export function wordsInTable(table: string): Word[][] {
  const lines: Word[][] = []
  for (const row of table.split('\n')) {
    const cells = row.split('\t')
    const [left, top, width, height, percent] = cells.slice(6, 11).map(Number) as [
      number,
      number,
      number,
      number,
      number,
    ]
    const text = cells[11]?.trim()
    if (Number(cells[0]) === lineLevel) lines.push([])
    if (Number(cells[0]) !== wordLevel || !text) continue
    const corners = boxQuad({ left, top, right: left + width, bottom: top + height })
    lines.at(-1)!.push({ text, confidence: percent / 100, corners })
  }
  return lines
}

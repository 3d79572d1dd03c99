import { loadTesseract } from '@equerre/vision-worker/src/adapters/tesseract.ts'
import { chooseWarp } from '@equerre/vision-worker/src/adapters/warp-kernel.ts'
import type { RgbImage } from '@equerre/vision-worker/src/core/pixels.ts'
import { plainText } from '@equerre/vision-worker/src/core/read/page-text.ts'
import { readText } from '@equerre/vision-worker/src/flow/read-text.ts'

export type Reading = {
  readonly text: string
  /** Those that it is sure of, and how sure it is of all, 0 to 1. */
  readonly words: number
  readonly confidence: number
}

/** Of words read with less, many are none. */
const sureMin = 0.6

export type Reader = (page: RgbImage) => Promise<Reading>

/** Tesseract, which nobody here has taught anything: what it reads says how straight a page is. */
export async function openReader(): Promise<Reader> {
  const models = await loadTesseract()
  if (!models) throw new Error('Tesseract is not installed')
  const tools = { models, warp: chooseWarp().warp }
  return async (page) => {
    const blocks = await readText(page, tools)
    const each = blocks.flatMap(({ lines }) => lines.flatMap(({ words }) => words))
    const sum = each.reduce((total, { confidence }) => total + confidence, 0)
    return {
      text: plainText(blocks),
      words: each.filter(({ confidence }) => confidence >= sureMin).length,
      confidence: each.length === 0 ? 0 : sum / each.length,
    }
  }
}

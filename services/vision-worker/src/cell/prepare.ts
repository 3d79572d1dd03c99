import { modelId } from '../adapters/onnx-session.ts'
import { loadPdfWriter } from '../adapters/pdf-writer.ts'
import { watchPages } from '../adapters/pdfium.ts'
import { pdfiumOptions } from '../adapters/pdfium-module.ts'
import { chooseWarp } from '../adapters/warp-kernel.ts'
import type { Context } from '../context.ts'
import type { CellFacts } from './messages.ts'

/**
 * Loads whatever any step needs, for after this nothing can be opened: compiling OpenCV takes half a second, a network's first run
 * longer than the next.
 * @param onPage told when work on one page of a PDF begins and ends
 */
export async function prepare(
  ctx: Context,
  onPage: (begins: boolean) => void,
): Promise<Omit<CellFacts, 'lock'>> {
  watchPages(onPage)
  await Promise.all([ctx.opencv(), ctx.cornerModel(), ctx.uprightModel(), pdfiumOptions(), loadPdfWriter()])
  return {
    kernel: chooseWarp().kernel,
    model: (await modelId('corner-finder')) ?? 'absent',
    upright: (await modelId('upright-finder')) ?? 'absent',
  }
}

import { modelId } from '../adapters/onnx-session.ts'
import { watchPages } from '../adapters/pdfium.ts'
import { pdfiumOptions } from '../adapters/pdfium-module.ts'
import { chooseWarp } from '../adapters/warp-kernel.ts'
import type { Context } from '../context.ts'
import { absent, unused, type CellFacts } from './messages.ts'

type Prepared = Omit<CellFacts, 'lock'>

/**
 * Loads everything that steps on uploaded files need, because nothing can be opened afterwards. Warms up too: OpenCV, where it is
 * needed, takes half a second to compile, and a network's first run is slower than the next.
 * @param onPage called when work on one page of a PDF begins and ends
 */
export async function prepareToStraighten(
  ctx: Context,
  onPage: (begins: boolean) => void,
): Promise<Prepared> {
  watchPages(onPage)
  await Promise.all([
    ctx.operators(),
    ctx.cornerModel(),
    ctx.uprightModel(),
    ctx.bendModel(),
    ctx.textFiles(),
    pdfiumOptions(),
  ])
  return {
    kernel: chooseWarp().kernel,
    model: (await modelId('corner-finder')) ?? absent,
    upright: (await modelId('upright-finder')) ?? absent,
    bend: (await modelId('bend-finder')) ?? absent,
    text: unused,
  }
}

/** The same for reading and assembling finished pages. */
export async function prepareToRead(ctx: Context, onPage: (begins: boolean) => void): Promise<Prepared> {
  watchPages(onPage)
  const [models] = await Promise.all([ctx.textModels(), pdfiumOptions()])
  return {
    kernel: chooseWarp().kernel,
    model: unused,
    upright: unused,
    bend: unused,
    text: models ? models.name : absent,
  }
}

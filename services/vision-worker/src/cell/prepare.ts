import { modelId } from '../adapters/onnx-session.ts'
import { chooseWarp } from '../adapters/warp-kernel.ts'
import type { Context } from '../context.ts'
import type { CellFacts } from './words.ts'

/**
 * Loads whatever any step needs, before the first asks: compiling OpenCV takes half a second, a network's first run longer than
 * the next.
 */
export async function prepare(ctx: Context): Promise<CellFacts> {
  await Promise.all([ctx.opencv(), ctx.cornerModel(), ctx.uprightModel()])
  return {
    kernel: chooseWarp().kernel,
    model: (await modelId('corner-finder')) ?? 'absent',
    upright: (await modelId('upright-finder')) ?? 'absent',
  }
}

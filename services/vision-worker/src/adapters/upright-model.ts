import { Tensor } from 'onnxruntime-node'
import { tileSide, type Tiles } from '../core/detect/upright/tiles.ts'
import { modelFile, openSession } from './onnx-session.ts'

/** Four logits for each tile of grey levels: upright, and turned clockwise by one, two and three quarters. */
export type UprightModel = (tiles: Tiles) => Promise<Float32Array>

/** Loads the network and runs it once, so that no job pays for the first run; null where the file is missing. */
export async function loadUprightModel(
  file: URL = modelFile('upright-finder'),
): Promise<UprightModel | null> {
  const session = await openSession(file)
  if (!session) return null
  const run: UprightModel = async ({ count, pixels }) => {
    const tiles = new Tensor('float32', pixels, [count, 1, tileSide, tileSide])
    const { logits } = await session.run({ tiles })
    return logits!.data as Float32Array
  }
  await run({ count: 1, pixels: new Float32Array(tileSide ** 2) })
  return run
}

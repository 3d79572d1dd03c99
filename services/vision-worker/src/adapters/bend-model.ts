import { Tensor } from 'onnxruntime-node'
import { networkPlaces, networkSize, type AskBend } from '../core/flatten/network.ts'
import { modelFile, openSession } from './onnx-session.ts'

/** Loads the network and runs it once, so that no job pays for the first run; null where the file is missing. */
export async function loadBendModel(file: URL = modelFile('bend-finder')): Promise<AskBend | null> {
  const session = await openSession(file)
  if (!session) return null
  const { width, height } = networkSize
  const count = networkPlaces.rows * networkPlaces.columns
  const run: AskBend = async (picture) => {
    const { places, bent } = await session.run({
      picture: new Tensor('float32', picture, [1, 1, height, width]),
    })
    const values = places!.data as Float32Array
    const plane = (index: number) => values.subarray(index * count, (index + 1) * count)
    return {
      shifts: [plane(0), plane(1)],
      scales: [plane(2), plane(3)],
      bent: (bent!.data as Float32Array)[0]!,
    }
  }
  await run(new Float32Array(width * height))
  return run
}

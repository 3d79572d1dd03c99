import type { Size } from '@equerre/geometry/spaces'
import { Tensor, type InferenceSession } from 'onnxruntime-node'
import type { NetworkAnswer } from '../core/detect/network/look.ts'
import { modelFile, openSession } from './onnx-session.ts'

/** Our own network, trained by training/ and described in models/README.md. */
export type CornerModel = {
  /** Size of its upright input, pixels. */
  readonly input: Size
  /** Planar red, green and blue, 0 to 1, of that size. */
  readonly run: (planes: Float32Array) => Promise<NetworkAnswer>
}

/**
 * Loads the network and runs it once, so that no job pays for the first run. Null where the file is missing, since
 * detection works without it.
 */
export async function loadCornerModel(file: URL = modelFile('corner-finder')): Promise<CornerModel | null> {
  const session = await openSession(file)
  if (!session) return null
  const input = inputSize(session)
  const run = (planes: Float32Array) => answerOf(session, planes, input)
  await run(new Float32Array(3 * input.width * input.height))
  return { input, run }
}

function inputSize({ inputMetadata: [image] }: InferenceSession): Size {
  if (!image?.isTensor) throw new Error('the corner model has no image input')
  const [, , height, width] = image.shape
  if (typeof height !== 'number' || typeof width !== 'number')
    throw new Error('the corner model has no fixed size')
  return { width, height }
}

async function answerOf(
  session: InferenceSession,
  planes: Float32Array,
  { width, height }: Size,
): Promise<NetworkAnswer> {
  const image = new Tensor('float32', planes, [1, 3, height, width])
  const { maps, flags } = await session.run({ image })
  const [, , rows, columns] = maps!.dims as [number, number, number, number]
  const values = maps!.data as Float32Array
  const [present, fullFrame, several] = flags!.data as Float32Array
  const plane = (index: number) => values.subarray(index * rows * columns, (index + 1) * rows * columns)
  return {
    maps: { rows, columns, corner: plane(0), inside: plane(1), side: plane(2) },
    present: present!,
    fullFrame: fullFrame!,
    several: several!,
  }
}

import { readFile } from 'node:fs/promises'
import { Tensor, type InferenceSession } from 'onnxruntime-node'
import type { RgbImage } from '../core/pixels.ts'
import type { TextMap } from '../core/read/text-map.ts'
import { createAlphabet, type Alphabet, type Steps } from '../core/read/transcribe.ts'
import { openSession } from './onnx-session.ts'
import { loadTesseract, type Tesseract } from './tesseract.ts'

/** PP-OCRv6 small, which the bootstrap fetches; see models/README.md. */
const models = new URL('../../models/text/', import.meta.url)
const finderFile = new URL('PP-OCRv6_det_small.onnx', models)
const readerFile = new URL('PP-OCRv6_rec_small.onnx', models)

/** What reads: the networks or, in a clone that could not fetch them, Tesseract. */
export type TextModels = TextNetworks | Tesseract

/** Both networks of PP-OCRv6. */
export type TextNetworks = {
  readonly name: string
  /** Where text is; sides are multiples of 32 px. */
  readonly find: (page: RgbImage) => Promise<TextMap>
  /** What one line says, cut out at a height of 48 px. */
  readonly read: (line: RgbImage) => Promise<Steps>
  /** The characters that `read` knows. */
  readonly alphabet: Alphabet
}

/** Loads the networks, else Tesseract; null where neither is here. */
export async function loadTextModels(): Promise<TextModels | null> {
  return (await loadTextNetworks()) ?? loadTesseract()
}

async function loadTextNetworks(): Promise<TextNetworks | null> {
  // Shapes vary from line to line: an arena would keep the largest of each.
  const memory = { enableCpuMemArena: false }
  const [finder, reader] = await Promise.all([
    openSession(finderFile, memory),
    openSession(readerFile, memory),
  ])
  if (!finder || !reader) return null
  const alphabet = createAlphabet(signsIn(await readFile(readerFile)))
  return {
    name: 'PP-OCRv6 small',
    alphabet,
    find: async (page) => {
      const { data, dims } = await run(finder, page)
      return { width: dims[3]!, height: dims[2]!, data }
    },
    read: async (line) => {
      const { data, dims } = await run(reader, line)
      return { steps: dims[1]!, classes: dims[2]!, chances: data }
    },
  }
}

async function run(session: InferenceSession, image: RgbImage) {
  const input = new Tensor('float32', planesOf(image), [1, 3, image.height, image.width])
  const output = await session.run({ [session.inputNames[0]!]: input })
  const { data, dims } = output[session.outputNames[0]!]!
  return { data: data as Float32Array, dims }
}

/** Planes of blue, green and red, -1 to 1, as these networks were taught. */
function planesOf({ width, height, data }: RgbImage): Float32Array {
  const count = width * height
  const planes = new Float32Array(3 * count)
  for (let at = 0; at < count; at++) {
    for (let channel = 0; channel < 3; channel++) {
      planes[(2 - channel) * count + at] = data[at * 3 + channel]! / 127.5 - 1
    }
  }
  return planes
}

/**
 * The characters stand in the network's own file, as the last of its metadata (`metadata_props` of the ONNX protobuf), which
 * onnxruntime-node does not show: after the key `character`, a field with its length in bytes and one character a line.
 */
function signsIn(model: Buffer): string[] {
  const key = Buffer.from('\x0a\x09character\x12')
  let at = model.lastIndexOf(key) + key.length
  if (at < key.length) throw new Error('the reading network names no characters')
  let bytes = 0
  for (let shift = 0, more = true; more; shift += 7) {
    const part = model[at++]!
    bytes |= (part & 127) << shift
    more = part > 127
  }
  const listed = model
    .toString('utf8', at, at + bytes)
    .replace(/\n$/, '')
    .split('\n')
  // The last class, which the list leaves out.
  return [...listed, ' ']
}

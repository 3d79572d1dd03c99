import { Tensor, type InferenceSession } from 'onnxruntime-node'
import type { RgbImage } from '../core/pixels.ts'
import type { TextMap } from '../core/read/text-map.ts'
import { isWestern } from '../core/read/script.ts'
import { createAlphabet, type Alphabet, type Steps } from '../core/read/transcribe.ts'
import { trimHeap } from './heap.ts'
import { choosingClasses, flushDenormals, metadataIn } from './onnx-file.ts'
import { readNetwork, startSession } from './onnx-session.ts'
import { loadTesseract, type Tesseract } from './tesseract.ts'

/** PP-OCRv6 small, which the bootstrap fetches; see models/README.md. */
const models = new URL('../../models/text/', import.meta.url)
const finderFile = new URL('PP-OCRv6_det_small.onnx', models)
const readerFile = new URL('PP-OCRv6_rec_small.onnx', models)

/** The weights of the reader's last layer, 120 × 18,710, and its bias. */
const lastLayer = [
  ['linear_8.w_0', 1],
  ['linear_8.b_0', 0],
] as const

/** What reads: the networks or, in a clone that could not fetch them, Tesseract. */
export type TextModels = TextNetworks | Tesseract

/** Both networks of PP-OCRv6. */
export type TextNetworks = {
  readonly name: string
  /** Where text is; sides are multiples of 32 px. */
  readonly find: (page: RgbImage) => Promise<TextMap>
  /** Reads what Europe writes. */
  readonly western: LineReader
  /** Reads all that the network knows, Chinese and Japanese too, which takes half as much again. */
  readonly everything: LineReader
  /** Gives back what they hold, some 140 MB once they have read. */
  readonly close: () => Promise<void>
}

/** Both networks as they are loaded. */
export type TextFiles = {
  readonly finder: Buffer
  readonly reader: Buffer
  readonly signs: readonly string[]
}

export type LineReader = {
  /** What one line says, cut out at a height of 48 px. */
  readonly read: (line: RgbImage) => Promise<Steps>
  /** The characters that `read` knows. */
  readonly alphabet: Alphabet
}

/** Loads the networks, else Tesseract; null where neither is here. */
export async function loadTextModels(): Promise<TextModels | null> {
  const files = await readTextFiles()
  return files ? openTextNetworks(files) : loadTesseract()
}

/** Null in a clone that could not fetch them. */
export async function readTextFiles(): Promise<TextFiles | null> {
  const [finder, reader] = await Promise.all([readNetwork(finderFile), readNetwork(readerFile)])
  if (!finder || !reader) return null
  const signs = signsIn(reader)
  // Of the finder's weights a quarter of a million are denormals.
  return { finder: flushDenormals(finder), reader: choosingClasses(reader, lastLayer), signs }
}

/** Takes .1 s of CPU. */
export async function openTextNetworks({ finder, reader, signs }: TextFiles): Promise<TextNetworks> {
  // Shapes vary from line to line: an arena would keep the largest of each.
  const memory = { enableCpuMemArena: false }
  const [finding, reading] = await Promise.all([startSession(finder, memory), startSession(reader, memory)])
  return {
    name: 'PP-OCRv6 small',
    find: async (page) => {
      const { data, dims } = await run(finding, { x: tensorOf(page) })
      return { width: dims[3]!, height: dims[2]!, data }
    },
    western: lineReader(reading, signs, isWestern),
    everything: lineReader(reading, signs, () => true),
    close: async () => {
      await Promise.all([finding.release(), reading.release()])
      trimHeap()
    },
  }
}

/** @param isRead of the network's characters, whether it may read this one */
function lineReader(
  reader: InferenceSession,
  signs: readonly string[],
  isRead: (sign: string) => boolean,
): LineReader {
  const read = [...signs.entries()].filter(([, sign]) => isRead(sign))
  // Class 0 stands for no character.
  const classes = BigInt64Array.from([0, ...read.map(([at]) => at + 1)], BigInt)
  return {
    alphabet: createAlphabet(read.map(([, sign]) => sign)),
    read: async (line) => {
      const chosen = new Tensor('int64', classes, [classes.length])
      const { data, dims } = await run(reader, { x: tensorOf(line), classes: chosen })
      return { steps: dims[1]!, classes: dims[2]!, chances: data }
    },
  }
}

async function run(session: InferenceSession, inputs: InferenceSession.OnnxValueMapType) {
  const output = await session.run(inputs)
  const { data, dims } = output[session.outputNames[0]!]!
  return { data: data as Float32Array, dims }
}

function tensorOf(image: RgbImage): Tensor {
  return new Tensor('float32', planesOf(image), [1, 3, image.height, image.width])
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

function signsIn(reader: Buffer): string[] {
  const listed = metadataIn(reader, 'character')
  if (listed === null) throw new Error('the reading network names no characters')
  // The last class, which the list leaves out.
  return [...listed.replace(/\n$/, '').split('\n'), ' ']
}

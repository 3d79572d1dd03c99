import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { InferenceSession } from 'onnxruntime-node'
import { silenceOnnxRuntime } from '../config.ts'

silenceOnnxRuntime()
const models = new URL('../../models/', import.meta.url)

/** Our own networks, described in models/README.md. */
type ModelName = 'bend-finder' | 'corner-finder' | 'upright-finder'

export function modelFile(name: ModelName): URL {
  return new URL(`${name}.onnx`, models)
}

/** A session on one thread, since slots provide the parallelism; null where the file is missing. */
export async function openSession(file: URL): Promise<InferenceSession | null> {
  const bytes = await readNetwork(file)
  return bytes && startSession(bytes)
}

/** Null where the file is missing. */
export async function readNetwork(file: URL): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The same as `openSession` of a network that has been read. */
export async function startSession(
  network: Buffer,
  options: InferenceSession.SessionOptions = {},
): Promise<InferenceSession> {
  return InferenceSession.create(network, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
    ...options,
  })
}

/** The first 12 hex digits of a network's checksum, as in the file beside it; null where the network is missing. */
export async function modelId(name: ModelName): Promise<string | null> {
  const bytes = await readNetwork(modelFile(name))
  return bytes && createHash('sha256').update(bytes).digest('hex').slice(0, 12)
}

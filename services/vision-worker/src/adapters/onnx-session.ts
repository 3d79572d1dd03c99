import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { InferenceSession } from 'onnxruntime-node'
import { silenceOnnxRuntime } from '../config.ts'

silenceOnnxRuntime()
const models = new URL('../../models/', import.meta.url)

/** Our own networks, described in models/README.md. */
type ModelName = 'corner-finder' | 'upright-finder'

export function modelFile(name: ModelName): URL {
  return new URL(`${name}.onnx`, models)
}

/** A session on one thread, since the slots are the parallelism; null where the file is absent. */
export async function openSession(file: URL): Promise<InferenceSession | null> {
  const bytes = await readIfThere(file)
  if (!bytes) return null
  return InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
  })
}

/** The first of the digits under which the checksum file beside it knows a network; null where it is absent. */
export async function modelId(name: ModelName): Promise<string | null> {
  const bytes = await readIfThere(modelFile(name))
  return bytes && createHash('sha256').update(bytes).digest('hex').slice(0, 12)
}

async function readIfThere(file: URL): Promise<Uint8Array | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

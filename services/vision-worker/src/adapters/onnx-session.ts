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

type Opening = InferenceSession.SessionOptions & {
  /** Changes the file before it is loaded. */
  readonly edit?: (model: Buffer) => Buffer
}

/** A session on one thread, since slots provide the parallelism; null where the file is missing. */
export async function openSession(
  file: URL,
  { edit, ...options }: Opening = {},
): Promise<InferenceSession | null> {
  const bytes = await readIfPresent(file)
  if (!bytes) return null
  return InferenceSession.create(edit ? edit(bytes) : bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    logSeverityLevel: 3,
    ...options,
  })
}

/** The first 12 hex digits of a network's checksum, as in the file beside it; null where the network is missing. */
export async function modelId(name: ModelName): Promise<string | null> {
  const bytes = await readIfPresent(modelFile(name))
  return bytes && createHash('sha256').update(bytes).digest('hex').slice(0, 12)
}

async function readIfPresent(file: URL): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

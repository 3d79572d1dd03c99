import { parentPort, workerData } from 'node:worker_threads'
import { createContext, type Settings } from '../context.ts'
import { runStep } from './run-step.ts'

/**
 * The inside of a slot: a thread with its own context. Whole steps run here, so that decoding and WebAssembly never
 * hold up the thread that renews the job's lock, and so that a crash takes one job along and nothing else.
 */
const ctx = createContext(workerData as Settings)

parentPort!.on('message', (data: unknown) => {
  runStep(data, ctx).then(
    (outcome) => parentPort!.postMessage({ outcome, laps: ctx.takeLaps() }),
    (error: unknown) =>
      parentPort!.postMessage({
        error: error instanceof Error ? error.stack : String(error),
        laps: ctx.takeLaps(),
      }),
  )
})

// Ready before the first job asks: compiling OpenCV takes half a second, a network's first run longer than the next.
await Promise.all([ctx.opencv(), ctx.cornerModel(), ctx.uprightModel()])
parentPort!.postMessage('ready')

import type { StepOutcome } from '@equerre/contract/jobs'
import { Worker } from 'node:worker_threads'
import type { Lap } from '../adapters/stopwatch.ts'
import type { Settings } from '../context.ts'

export type Slots = {
  /** Runs a step in a free slot, waiting for one if need be; rejects when the step fails, crashes or takes too long. */
  readonly run: (data: unknown) => Promise<StepOutcome>
  readonly close: () => Promise<void>
}

type Reply = ({ readonly outcome: StepOutcome } | { readonly error: string }) & {
  readonly laps: readonly Lap[]
}

type SlotOptions = {
  readonly count: number
  /** Work of one step, counted from when it gets its slot. */
  readonly secondsMax: number
  /** Called after a step, inside of what called `run`, with what it spent its time on. */
  readonly onLaps?: (laps: readonly Lap[]) => void
}

/** Memory that V8 may take in a slot; pixels and WebAssembly lie outside of it. */
const heapMegabytesMax = 256

/**
 * Keeps `count` threads, each doing one step at a time; resolves once all of them can. A thread that has ended, for
 * whatever reason, is replaced. One that ends before it is ready would end again: that is an error for the caller, or
 * later one that nobody catches.
 */
export async function openSlots(settings: Settings, options: SlotOptions): Promise<Slots> {
  const all = new Set<Worker>()
  const idle = new Set<Worker>()
  const waiting: ((thread: Worker) => void)[] = []
  let closing = false

  const give = (thread: Worker) => {
    const next = waiting.shift()
    if (next) next(thread)
    else idle.add(thread)
  }
  const take = async (): Promise<Worker> => {
    const [thread] = idle
    if (!thread) return new Promise((resolve) => waiting.push(resolve))
    idle.delete(thread)
    return thread
  }
  const open = async (): Promise<void> => {
    const thread = startThread(settings)
    all.add(thread)
    try {
      await readinessOf(thread)
    } catch (error) {
      if (closing) return
      throw error
    }
    // Only once it is gone for good, so that there are never more threads at work than slots.
    thread.once('exit', () => {
      all.delete(thread)
      idle.delete(thread)
      if (!closing) void open()
    })
    give(thread)
  }

  await Promise.all(Array.from({ length: options.count }, open))
  return {
    run: async (data) => {
      const thread = await take()
      let reply: Reply
      try {
        reply = await replyOf(thread, data, options.secondsMax)
      } catch (error) {
        void thread.terminate()
        throw error
      }
      give(thread)
      options.onLaps?.(reply.laps)
      if ('error' in reply) throw new Error(reply.error)
      return reply.outcome
    },
    close: async () => {
      closing = true
      await Promise.all([...all].map((thread) => thread.terminate()))
    },
  }
}

function startThread(settings: Settings): Worker {
  const thread = new Worker(new URL('./slot.ts', import.meta.url), {
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  })
  // Without a listener an error in a thread would end the process; the end of the thread, which follows, is enough.
  thread.on('error', () => {})
  return thread
}

/** Resolves at the thread's first message, by which it says that it has loaded what it needs. */
function readinessOf(thread: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    thread.once('message', () => resolve())
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`slot ended with code ${code} before it was ready`)))
  })
}

function replyOf(thread: Worker, data: unknown, secondsMax: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => done(() => reject(new Error(`step exceeded ${secondsMax} s`))),
      secondsMax * 1_000,
    )
    const done = (settle: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage)
      thread.off('error', onError)
      thread.off('exit', onExit)
      settle()
    }
    const onMessage = (reply: Reply) => done(() => resolve(reply))
    const onError = (error: unknown) => done(() => reject(error))
    const onExit = (code: number) => done(() => reject(new Error(`slot ended with code ${code}`)))
    thread.on('message', onMessage)
    thread.on('error', onError)
    thread.on('exit', onExit)
    thread.postMessage(data)
  })
}

import type { StepOutcome } from '@equerre/contract/jobs'
import { Worker } from 'node:worker_threads'
import type { Settings } from '../context.ts'

export type Slots = {
  /** Runs a step in a free slot, waiting for one if need be; rejects when the step fails, crashes or takes too long. */
  readonly run: (data: unknown) => Promise<StepOutcome>
  readonly close: () => Promise<void>
}

type Reply = { readonly outcome: StepOutcome } | { readonly error: string }

/** Memory that V8 may take in a slot; pixels and WebAssembly lie outside of it. */
const heapMegabytesMax = 256

/**
 * Keeps `count` threads, each doing one step at a time. A thread that crashes or exceeds the time is replaced.
 * @param secondsMax work of one step, counted from when it gets its slot
 */
export function openSlots(settings: Settings, options: { count: number; secondsMax: number }): Slots {
  const idle = Array.from({ length: options.count }, () => startThread(settings))
  const waiting: ((thread: Worker) => void)[] = []
  const all = new Set(idle)

  const take = async (): Promise<Worker> => idle.pop() ?? new Promise((resolve) => waiting.push(resolve))
  const give = (thread: Worker) => {
    const next = waiting.shift()
    if (next) next(thread)
    else idle.push(thread)
  }
  const replaced = (thread: Worker): Worker => {
    all.delete(thread)
    void thread.terminate()
    const fresh = startThread(settings)
    all.add(fresh)
    return fresh
  }

  return {
    run: async (data) => {
      const thread = await take()
      let reply: Reply
      try {
        reply = await replyOf(thread, data, options.secondsMax)
      } catch (error) {
        give(replaced(thread))
        throw error
      }
      give(thread)
      if ('error' in reply) throw new Error(reply.error)
      return reply.outcome
    },
    close: async () => {
      await Promise.all([...all].map((thread) => thread.terminate()))
    },
  }
}

function startThread(settings: Settings): Worker {
  const thread = new Worker(new URL('./slot.ts', import.meta.url), {
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  })
  // A crash while idle shows when the next step is given to it; without a listener it would end the process.
  thread.on('error', () => {})
  return thread
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
    // A thread that is already gone gives no event any more.
    if (thread.threadId === -1) return onExit(1)
    thread.postMessage(data)
  })
}

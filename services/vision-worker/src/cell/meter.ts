import type { StepKind } from '@equerre/contract/detourage'
import { readFileSync } from 'node:fs'

/** What one step may use. */
export type Bounds = {
  readonly memoryBytesMax: number
  /** How long it may neither use CPU nor wait for the storage; a slow step on a busy machine makes progress and is left alone. */
  readonly idleSecondsMax: number
  /** CPU time of the whole process, not wall time, so that a busy machine refuses no honest file. */
  readonly cpuSecondsMax: number
  /** For one page of a PDF, whose cost a few bytes can make arbitrarily high. */
  readonly pageCpuSecondsMax: number
  /** CPU time after which a step gives way if it blocks others. */
  readonly blockingCpuSecondsMax: number
  /** What steps of a kind may use instead. */
  readonly ofKind?: Partial<Record<StepKind, Partial<Bounds>>>
}

/** 'cut off' is the storage's fault. */
type Overrun = 'time' | 'cpu' | 'memory' | 'cut off' | 'gave way'

type Watch = {
  readonly onOver: (of: Overrun) => void
  /** Whether others with a higher priority wait for the step to end. */
  readonly blocks: () => boolean
}

/** Short, because a process can allocate some 100 MB within 50 ms. */
const pollMs = 10
/** The unit of CPU time in /proc, the same on every Linux. */
const ticksPerSecond = 100
const bytesPerPage = 4_096

/** Watches one step of a process and calls `onOver` when it exceeds a bound. */
export function startMeter(pid: number, bounds: Bounds, { onOver, blocks }: Watch) {
  const atStart = cpuSecondsOf(pid)
  let atPage: number | null = null
  let cpu = atStart
  let progressMs = performance.now()
  let waiting: NodeJS.Timeout | undefined
  const read = () => {
    const now = cpuSecondsOf(pid)
    // An exited process reads as 0.
    if (now <= cpu) return
    cpu = now
    progressMs = performance.now()
  }
  const look = () => {
    read()
    const isIdle = !waiting && performance.now() - progressMs >= bounds.idleSecondsMax * 1_000
    const isPageOver = atPage !== null && cpu - atPage > bounds.pageCpuSecondsMax
    if (residentBytesOf(pid) > bounds.memoryBytesMax) onOver('memory')
    else if (isPageOver || cpu - atStart > bounds.cpuSecondsMax) onOver('cpu')
    else if (isIdle) onOver('time')
    else if (cpu - atStart > bounds.blockingCpuSecondsMax && blocks()) onOver('gave way')
  }
  const timer = setInterval(look, pollMs)
  look()
  return {
    /** The cell begins or stops waiting for the storage, which may take `idleSecondsMax` too. */
    wait: (begins: boolean) => {
      clearTimeout(waiting)
      waiting = begins ? setTimeout(() => onOver('cut off'), bounds.idleSecondsMax * 1_000) : undefined
      progressMs = performance.now()
    },
    /** Work on one page of a PDF begins or ends. */
    page: (begins: boolean) => {
      atPage = begins ? cpuSecondsOf(pid) : null
    },
    /** @returns the step's CPU time, seconds */
    stop: () => {
      clearTimeout(waiting)
      clearInterval(timer)
      read()
      return cpu - atStart
    },
  }
}

/** User and system time of a process and its threads; 0 where /proc does not tell. */
export function cpuSecondsOf(pid: number): number {
  const fields = factsOf(pid, 'stat').split(') ')[1]?.split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : 0
}

/** Resident memory of a process; 0 where /proc does not tell. */
export function residentBytesOf(pid: number): number {
  return Number(factsOf(pid, 'statm').split(' ')[1] ?? 0) * bytesPerPage
}

function factsOf(pid: number, name: 'stat' | 'statm'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    // Not Linux, or the process has exited.
    return ''
  }
}

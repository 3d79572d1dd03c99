import { readFileSync } from 'node:fs'
import { startClock } from './clock.ts'

/** What one step may take. */
export type Bounds = {
  readonly memoryBytesMax: number
  /** Without the time of the storage. */
  readonly secondsMax: number
  /** Of the whole process, so that a machine with much to do refuses no honest file. */
  readonly cpuSecondsMax: number
  /** For one page of a PDF, which a few bytes can make as costly as they like. */
  readonly pageCpuSecondsMax: number
  /** What a step that blocks others may have taken of it before it gives way. */
  readonly blockingCpuSecondsMax: number
}

/** Of the last, the storage is to blame. */
type Overrun = 'time' | 'cpu' | 'memory' | 'cut off' | 'gave way'

type Watch = {
  readonly onOver: (of: Overrun) => void
  /** Whether others wait for the step to end who have more of a right. */
  readonly blocks: () => boolean
}

/** A process can take some 100 MB in the time that 50 ms leave it. */
const pollMs = 10
/** In which Linux counts a process's time, on every machine. */
const ticksPerSecond = 100
const bytesPerPage = 4_096

/** Looks after one step of a process, and calls when it takes too much of something. */
export function startMeter(pid: number, bounds: Bounds, { onOver, blocks }: Watch) {
  const clock = startClock(bounds.secondsMax, () => onOver('time'))
  const atStart = cpuSecondsOf(pid)
  let atPage: number | null = null
  let cpu = atStart
  const read = () => {
    // Of a process that is gone nothing is told any more.
    cpu = Math.max(cpu, cpuSecondsOf(pid))
  }
  const look = () => {
    read()
    const isPageOver = atPage !== null && cpu - atPage > bounds.pageCpuSecondsMax
    if (residentBytesOf(pid) > bounds.memoryBytesMax) onOver('memory')
    else if (isPageOver || cpu - atStart > bounds.cpuSecondsMax) onOver('cpu')
    else if (cpu - atStart > bounds.blockingCpuSecondsMax && blocks()) onOver('gave way')
  }
  const timer = setInterval(look, pollMs)
  let waiting: NodeJS.Timeout | undefined
  return {
    /** Waiting for the storage begins or ends; once it may take as long as the whole step. */
    wait: (begins: boolean) => {
      clock.pause(begins)
      clearTimeout(waiting)
      if (begins) waiting = setTimeout(() => onOver('cut off'), bounds.secondsMax * 1_000)
    },
    /** Work on a page of a PDF begins or ends. */
    page: (begins: boolean) => {
      atPage = begins ? cpuSecondsOf(pid) : null
    },
    /** @returns what the step took, seconds of CPU */
    stop: () => {
      clock.stop()
      clearTimeout(waiting)
      clearInterval(timer)
      read()
      return cpu - atStart
    },
  }
}

/** User and system time of a process with all its threads; 0 where the system does not tell. */
export function cpuSecondsOf(pid: number): number {
  const fields = factsOf(pid, 'stat').split(') ')[1]?.split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) / ticksPerSecond : 0
}

/** What a process holds of the memory; 0 where the system does not tell. */
export function residentBytesOf(pid: number): number {
  return Number(factsOf(pid, 'statm').split(' ')[1] ?? 0) * bytesPerPage
}

function factsOf(pid: number, name: 'stat' | 'statm'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    // Another system than Linux, or the process is gone.
    return ''
  }
}

import type { Codec } from './codec.ts'

/** What a step spends its time on. */
type Stage = 'fetch' | 'decode' | 'detect' | 'flatten' | 'warp' | 'light' | 'read' | 'encode' | 'store'

/** One measured piece of a step's work; times in milliseconds since 1970. */
export type Lap = { readonly stage: Stage; readonly startMs: number; readonly endMs: number }

/** Measures a piece of a step's work. Pieces that overlap each count in full. */
export type Timed = <T>(stage: Stage, work: () => T | Promise<T>) => Promise<T>

/** A stopwatch for one step at a time; `takeLaps` returns what was measured since its last call. */
export function openStopwatch(): { readonly timed: Timed; readonly takeLaps: () => Lap[] } {
  let laps: Lap[] = []
  const nowMs = () => performance.timeOrigin + performance.now()
  return {
    timed: async (stage, work) => {
      const startMs = nowMs()
      try {
        return await work()
      } finally {
        laps.push({ stage, startMs, endMs: nowMs() })
      }
    },
    takeLaps: () => {
      const taken = laps
      laps = []
      return taken
    },
  }
}

/** A step's access to the storage. An object's kind follows from its key. */
export type JobStorage = {
  readonly read: (key: string) => Promise<Buffer | null>
  readonly put: (key: string, bytes: Uint8Array, options: { readonly mime: string }) => Promise<unknown>
}

export function timedStorage(storage: JobStorage, timed: Timed): JobStorage {
  return {
    read: (key) => timed('fetch', () => storage.read(key)),
    put: (...object) => timed('store', () => storage.put(...object)),
  }
}

export function timedCodec(codec: Codec, timed: Timed): Codec {
  return {
    readFacts: (...image) => timed('decode', () => codec.readFacts(...image)),
    encodePreview: (...image) => timed('decode', () => codec.encodePreview(...image)),
    decodeSmall: (...image) => timed('decode', () => codec.decodeSmall(...image)),
    reduce: (...image) => timed('decode', () => codec.reduce(...image)),
    decodeWhole: (...image) => timed('decode', () => codec.decodeWhole(...image)),
    decodeResized: (...image) => timed('decode', () => codec.decodeResized(...image)),
    decodeStored: (...image) => timed('decode', () => codec.decodeStored(...image)),
    readOrientation: codec.readOrientation,
    encodeJpeg: (...image) => timed('encode', () => codec.encodeJpeg(...image)),
    encodePng: (...image) => timed('encode', () => codec.encodePng(...image)),
    encodeWebp: (...image) => timed('encode', () => codec.encodeWebp(...image)),
    shrink: (...image) => timed('encode', () => codec.shrink(...image)),
    encodeSmall: (...image) => timed('encode', () => codec.encodeSmall(...image)),
  }
}

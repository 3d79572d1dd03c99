import type { Limits } from '@equerre/contract/limits'
import { openCodec, type Codec } from './adapters/codec.ts'
import { loadBendModel } from './adapters/bend-model.ts'
import { loadCornerModel, type CornerModel } from './adapters/corner-model.ts'
import { loadOperators } from './adapters/operators.ts'
import {
  openStopwatch,
  timedCodec,
  timedStorage,
  type JobStorage,
  type Lap,
  type Timed,
} from './adapters/stopwatch.ts'
import { loadTextModels, readTextFiles, type TextModels, type TextFiles } from './adapters/text-models.ts'
import { loadUprightModel, type UprightModel } from './adapters/upright-model.ts'
import { chooseWarp } from './adapters/warp-kernel.ts'
import type { DebugPictures } from './core/debug.ts'
import type { Operators } from './core/detect/operators.ts'
import type { AskBend } from './core/flatten/network.ts'
import type { Warp } from './core/rectify/warp.ts'

/** A step's access to the outside world; in a cell, both go through its worker, which decides what is allowed. */
export type CellServices = {
  readonly storage: JobStorage
  readonly debug: (stepId: string) => DebugPictures
}

/** Everything a flow may use. Each slot has its own, because WebAssembly modules belong to one thread. */
export type Context = {
  readonly limits: Limits
  readonly storage: JobStorage
  readonly codec: Codec
  /** Loaded at the first call: ingest does not need it. */
  readonly operators: () => Promise<Operators>
  /** The corner network, loaded at the first call; null where its file is missing. */
  readonly cornerModel: () => Promise<CornerModel | null>
  /** The network that tells which way up a page is; loaded the same way. */
  readonly uprightModel: () => Promise<UprightModel | null>
  /** The network that sees how a page bends; loaded the same way. */
  readonly bendModel: () => Promise<AskBend | null>
  /** The networks that read lines of a page to tell which way up it is, loaded the same way, but to be opened when they are needed. */
  readonly textFiles: () => Promise<TextFiles | null>
  /** What reads pages, loaded the same way; null where nothing is here that could. */
  readonly textModels: () => Promise<TextModels | null>
  /** The compiled kernel where there is one. */
  readonly warp: Warp
  readonly debug: (stepId: string) => DebugPictures
  readonly timed: Timed
  /** What was measured since the last call. */
  readonly takeLaps: () => Lap[]
}

export function createContext(limits: Limits, { storage, debug }: CellServices): Context {
  let loading: Promise<Operators> | undefined
  let loadingModel: Promise<CornerModel | null> | undefined
  let loadingUpright: Promise<UprightModel | null> | undefined
  let loadingBend: Promise<AskBend | null> | undefined
  let loadingFiles: Promise<TextFiles | null> | undefined
  let loadingText: Promise<TextModels | null> | undefined
  const { timed, takeLaps } = openStopwatch()
  return {
    limits,
    storage: timedStorage(storage, timed),
    codec: timedCodec(openCodec(limits), timed),
    operators: () => (loading ??= loadOperators()),
    cornerModel: () => (loadingModel ??= loadCornerModel()),
    uprightModel: () => (loadingUpright ??= loadUprightModel()),
    bendModel: () => (loadingBend ??= loadBendModel()),
    textFiles: () => (loadingFiles ??= readTextFiles()),
    textModels: () => (loadingText ??= loadTextModels()),
    warp: chooseWarp().warp,
    debug,
    timed,
    takeLaps,
  }
}

import { RectifyOptions, type PageInfo } from '@equerre/contract/detourage'
import type { StepOutcome, Zone } from '@equerre/contract/jobs'
import { createLog } from '@equerre/platform/log'
import { randomUUID } from 'node:crypto'
import type { Bounds } from '../src/cell/meter.ts'
import { openSlots, type Slots } from '../src/jobs/slots.ts'
import type { Bench } from './bench.ts'

const generous: Bounds = {
  memoryBytesMax: 4 * 1_024 ** 3,
  idleSecondsMax: 600,
  cpuSecondsMax: 600,
  pageCpuSecondsMax: 600,
  blockingCpuSecondsMax: 600,
}

type Changes = Partial<Bounds> & { readonly count?: number; readonly spare?: number }

/** Slots as in a worker, on a bench's storage; unbounded except as given. */
export function openSlotsOn(
  bench: Pick<Bench, 'limits' | 'storage'>,
  { count = 1, spare = 0, ...changed }: Changes = {},
): Promise<Slots> {
  return openSlots({
    limits: bench.limits,
    bounds: { ...generous, ...changed },
    debug: false,
    services: { storage: bench.storage, debug: () => null },
    log: createLog('test', 'silent'),
    count,
    spare,
  })
}

/** An uploaded file, and the steps to run on it in one of the slots. */
export async function uploadTo(
  slots: Pick<Slots, 'run'>,
  bench: Bench,
  { bytes, mime = 'image/jpeg' }: File,
) {
  const { ingestionId } = await bench.upload(bytes, mime)
  const common = { ingestionId, requestId: 'test', original: { mime, bytes: bytes.length } }
  const run = async (job: object): Promise<StepOutcome> =>
    (await slots.run({ ...common, stepId: randomUUID(), ...job })).outcome
  return {
    job: { ...common, step: 'ingest', stepId: randomUUID() } as const,
    ingest: () => run({ step: 'ingest' }),
    detect: (pageInfo: PageInfo) => run({ step: 'detect', page: 1, pageInfo }),
    rectify: (pageInfo: PageInfo, zone: Zone | null, options: Partial<RectifyOptions>) =>
      run({ step: 'rectify', page: 1, pageInfo, zone, options: RectifyOptions.parse(options) }),
  }
}

type File = { readonly bytes: Uint8Array; readonly mime?: string }

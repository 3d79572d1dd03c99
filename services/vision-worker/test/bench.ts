import type { SmallPicture } from '@equerre/contract/small-picture'
import { RectifyOptions, type Corners, type PageInfo, type StepKind } from '@equerre/contract/detourage'
import {
  artifactFile,
  storageKeys,
  type IngestJob,
  type RectifyJob,
  type ResultOf,
  type StepOutcome,
  type Zone,
} from '@equerre/contract/jobs'
import { defaultLimits, type Limits } from '@equerre/contract/limits'
import { openStorage, type Storage } from '@equerre/platform/storage'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDebugFolder } from '../src/adapters/debug-folder.ts'
import { createContext, type Context } from '../src/context.ts'
import { runStep } from '../src/jobs/run-step.ts'

/** An uploaded file and the steps that can be run on it, through the same entry point as a job. */
export type Upload = Awaited<ReturnType<Bench['upload']>>
export type Bench = Awaited<ReturnType<typeof openBench>>

/** A worker without queues and cells: real storage in its own folder, real decoders, jobs passed in directly. */
export async function openBench(changed: Partial<Limits> = {}, debugDir?: string) {
  const dir = await mkdtemp(join(tmpdir(), 'equerre-vision-'))
  const limits = { ...defaultLimits, ...changed }
  const storage = openStorage({ driver: 'filesystem', dir })
  const debug = (stepId: string) => (debugDir === undefined ? null : openDebugFolder(debugDir, stepId))
  const ctx = createContext(limits, { storage, debug })
  return {
    ctx,
    limits,
    storage,
    /** Where the storage keeps its files. */
    dir,
    /** @param password as a cell gets it: in clear */
    upload: async (bytes: Uint8Array, mime = 'image/jpeg', password?: string) => {
      const ingestionId = randomUUID()
      await storage.put(storageKeys.original(ingestionId), bytes, { mime })
      return createUpload(
        { ctx, storage },
        { ingestionId, requestId: 'test', original: { mime, bytes: bytes.length, password } },
      )
    },
    close: () => rm(dir, { recursive: true }),
  }
}

/** The outcome's result; throws with what came instead. */
export function resultOf<Kind extends StepKind>(outcome: StepOutcome, kind: Kind): ResultOf<Kind> {
  if (outcome.kind === 'problem' || outcome.kind !== kind) {
    throw new Error(`expected ${kind}, got ${JSON.stringify(outcome)}`)
  }
  return outcome.result as ResultOf<Kind>
}

function createUpload(
  { ctx, storage }: { readonly ctx: Context; readonly storage: Storage },
  common: { ingestionId: string; requestId: string; original: IngestJob['original'] },
) {
  const { ingestionId } = common
  const read = async (file: string) => storage.read(storageKeys.artifact(ingestionId, file))
  return {
    ingestionId,
    ingest: () => runStep({ step: 'ingest', stepId: randomUUID(), ...common }, ctx),
    detect: (pageInfo: PageInfo, page = 1) =>
      runStep({ step: 'detect', stepId: randomUUID(), ...common, page, pageInfo }, ctx),
    rectify: (
      pageInfo: PageInfo,
      zone: Zone | null,
      options: Partial<RectifyOptions> &
        Partial<Pick<RectifyJob, 'page' | 'watermark' | 'legible' | 'pdf'>> = {},
    ) => {
      const { page = 1, watermark, legible, pdf, ...rest } = options
      return runStep(
        {
          step: 'rectify',
          stepId: randomUUID(),
          ...common,
          page,
          pageInfo,
          zone,
          options: RectifyOptions.parse(rest),
          watermark,
          legible,
          pdf,
        },
        ctx,
      )
    },
    read,
    preview: (page = 1) => read(artifactFile.preview(page)),
    viz: ({ stepId }: StepOutcome) => read(artifactFile.viz(stepId)),
    mask: ({ stepId }: StepOutcome) => read(artifactFile.mask(stepId)),
    small: ({ stepId }: StepOutcome, picture: SmallPicture) => read(artifactFile.small(stepId, picture)),
    warped: ({ stepId }: StepOutcome, format: RectifyOptions['format'] = 'png') =>
      read(artifactFile.warped(stepId, format)),
  }
}

/** A zone as drawn by a user. */
export function userZone(corners: Corners): Zone {
  return { source: 'user', corners, confidence: 1, status: 'OK' }
}

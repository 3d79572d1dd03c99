/**
 * One way of straightening cell.ts's page again and again, in its own process: `cell-arm.ts plain|cell
 * FOLDER`. It loads nothing that a worker of its kind would not.
 */
import { RectifyOptions, type Corners } from '@equerre/contract/detourage'
import { storageKeys, type StepOutcome } from '@equerre/contract/jobs'
import { defaultLimits } from '@equerre/contract/limits'
import type { Quad } from '@equerre/geometry/quad'
import { quadToRelative } from '@equerre/geometry/spaces'
import { openStorage } from '@equerre/platform/storage'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cpuSecondsOf } from '@equerre/vision-worker/src/cell/meter.ts'
import { benchPhoto } from './inputs.ts'

export type ArmName = 'plain' | 'cell'
/** CPU time since the process started, including its cells, and the waiting time for the last page. */
export type Spent = { readonly cpuMs: number; readonly waitedMs: number }
type Worker = {
  readonly run: (job: object) => Promise<StepOutcome>
  readonly cells: () => readonly number[]
  readonly close: () => Promise<void>
}

const [, , name, folder] = process.argv as unknown as readonly [string, string, ArmName, string]
const bytes = readFileSync(path.join(folder, 'photo.jpg'))
const quad = JSON.parse(readFileSync(path.join(folder, 'corners.json'), 'utf8')) as Quad
const dir = await mkdtemp(path.join(tmpdir(), 'equerre-cell-'))
const storage = openStorage({ driver: 'filesystem', dir })
const worker = await { plain: openPlain, cell: openLocked }[name]()
const common = { ingestionId: randomUUID(), requestId: 'bench', original: { mime: 'image/jpeg', bytes: bytes.length } } // prettier-ignore
await storage.put(storageKeys.original(common.ingestionId), bytes, common.original)

process.on('message', () => void page())
process.once('disconnect', () => void worker.close().then(() => rm(dir, { recursive: true })))
process.send!({ cpuMs: cpuMs(), waitedMs: 0 } satisfies Spent)

async function page(): Promise<void> {
  const before = performance.now()
  const outcome = await worker.run({
    ...common,
    step: 'rectify',
    stepId: randomUUID(),
    page: 1,
    pageInfo: { width: benchPhoto.width, height: benchPhoto.height, kind: 'photo' },
    zone: { source: 'user', corners: quadToRelative(quad, benchPhoto) as unknown as Corners, confidence: 1, status: 'OK' }, // prettier-ignore
    options: RectifyOptions.parse({ format: 'jpeg', paper: 'a4' }),
    watermark: false,
  })
  if (outcome.kind !== 'rectify') throw new Error(`expected a page, got ${JSON.stringify(outcome)}`)
  process.send!({ cpuMs: cpuMs(), waitedMs: performance.now() - before } satisfies Spent)
}

async function openPlain(): Promise<Worker> {
  const { createContext } = await import('@equerre/vision-worker/src/context.ts')
  const { prepareToStraighten } = await import('@equerre/vision-worker/src/cell/prepare.ts')
  const { runStep } = await import('@equerre/vision-worker/src/jobs/run-step.ts')
  const ctx = createContext(defaultLimits, { storage, debug: () => null })
  await prepareToStraighten(ctx, () => {})
  return { run: (job) => runStep(job, ctx), cells: () => [], close: async () => {} }
}

async function openLocked(): Promise<Worker> {
  const { openSlotsOn } = await import('@equerre/vision-worker/test/cells.ts')
  const { run, pids, close } = await openSlotsOn({ limits: defaultLimits, storage })
  return { run: async (job) => (await run(job)).outcome, cells: pids, close }
}

/** A cell's CPU time has a resolution of 10 ms: good enough for a sum, not for one page. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  const cells = worker.cells().reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
  return (user + system) / 1_000 + cells * 1_000
}

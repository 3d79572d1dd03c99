import { quadAt } from '@equerre/testkit/points'
/**
 * `memory-case.ts FILE WHOLE`: runs all steps on one file, in cells with the limits of the worker's lanes.
 * The last line of output is the result, as JSON; the lines before it name cells that were killed.
 */
import type { Corners } from '@equerre/contract/detourage'
import { VisionJob, type StepOutcome } from '@equerre/contract/jobs'
import { createLog } from '@equerre/platform/log'
import { readFileSync } from 'node:fs'
import { laneOf } from '@equerre/gateway/src/core/lanes.ts'
import { bytesMax, sniffBytes, sniffMime } from '@equerre/contract/file-type'
import { boundsOf, type slotMegabytes } from '@equerre/vision-worker/src/config.ts'
import { openSlots, type Slots } from '@equerre/vision-worker/src/jobs/slots.ts'
import { openBench, userZone } from '@equerre/vision-worker/test/bench.ts'
import { uploadTo } from '@equerre/vision-worker/test/cells.ts'

type Slot = keyof typeof slotMegabytes

/** Peak memory of a cell of each kind, and what became of the file. */
export type Held = { readonly megabytes: Record<Slot, number>; readonly became: string }

const pollMs = 10
/** As large as a page may be, in every format and through every filter. */
const pages = [
  { format: 'jpeg', relighting: true },
  { format: 'png' },
  { format: 'webp', filter: 'gray' },
  { format: 'pdf', filter: 'bw', relighting: true },
  { format: 'pdf', filter: 'color', relighting: true },
] as const

const [, , file, whole] = process.argv
const inset = whole === 'true' ? 0 : 0.01
const far = 1 - inset
const corners: Corners = quadAt(`${inset},${inset} ${far},${inset} ${far},${far} ${inset},${far}`)

const bench = await openBench()
const slots = new Map<Slot, Slots>()
const megabytes = { normal: 0, heavy: 0 }
const timer = setInterval(look, pollMs)
const became = await stepsOn(readFileSync(file!))
look()
clearInterval(timer)
for (const opened of slots.values()) await opened.close()
await bench.close()
console.log(JSON.stringify({ megabytes, became } satisfies Held))

/** @returns `page`, or what refused the file */
async function stepsOn(bytes: Buffer): Promise<string> {
  const mime = sniffMime(bytes.subarray(0, sniffBytes))
  if (!mime || bytes.length > bytesMax(mime, bench.limits)) return 'not taken'
  let progressive = false
  const run = async (data: unknown) => {
    const { step, ...job } = VisionJob.parse(data)
    const page = 'pageInfo' in job ? job.pageInfo : undefined
    const lane = laneOf(step, { mime, page, progressive })
    return (await slotsOf(lane === 'vision-heavy' ? 'heavy' : 'normal')).run(data)
  }
  const upload = await uploadTo({ run }, bench, { bytes, mime })
  const ingested = await upload.ingest()
  if (ingested.kind !== 'ingest') return refusalOf(ingested)
  progressive = ingested.result.progressive
  const [page] = ingested.result.pages
  const outcomes = [await upload.detect(page!)]
  for (const options of pages)
    outcomes.push(await upload.rectify(page!, userZone(corners), { ...options, dpi: 600 }))
  const refused = outcomes.find(({ kind }) => kind === 'problem')
  return refused ? refusalOf(refused) : 'page'
}

function refusalOf(outcome: StepOutcome): string {
  return outcome.kind === 'problem' ? `${outcome.code}: ${outcome.reason.slice(0, 60)}` : outcome.kind
}

async function slotsOf(slot: Slot): Promise<Slots> {
  const known = slots.get(slot)
  if (known) return known
  const opened = await openSlots({
    limits: bench.limits,
    bounds: boundsOf(slot, bench.limits),
    debug: false,
    services: { storage: bench.storage, debug: () => null },
    log: createLog('bench', 'warn'),
    count: 1,
  })
  slots.set(slot, opened)
  return opened
}

/** A process's peak memory can be read only while it exists. */
function look(): void {
  for (const [slot, opened] of slots)
    for (const pid of opened.pids()) megabytes[slot] = Math.max(megabytes[slot], peakMegabytesOf(pid))
}

function peakMegabytesOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

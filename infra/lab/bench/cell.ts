/**
 * What a cell costs: the same page straightened in this process, as no product does it, and in a locked cell, by turns. Prints
 * CPU milliseconds a page of all that is at work, and of waiting for it. `cell.ts FOLDER ROUNDS`
 */
import type { Corners } from '@equerre/contract/detourage'
import type { StepOutcome } from '@equerre/contract/jobs'
import type { Quad } from '@equerre/geometry/quad'
import { quadToRelative } from '@equerre/geometry/spaces'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { cpuSecondsOf } from '@equerre/vision-worker/src/cell/meter.ts'
import { openBench, resultOf, userZone } from '@equerre/vision-worker/test/bench.ts'
import { openSlotsOn, uploadTo } from '@equerre/vision-worker/test/cells.ts'
import { benchPhoto } from './inputs.ts'

/** What is compiled and cached by them does not count. */
const warmUps = 3

type Arm = {
  readonly label: string
  readonly page: () => Promise<StepOutcome>
  cpuMs: number
  readonly waitedMs: number[]
}

const [, , folder, rounds] = process.argv
const bytes = readFileSync(path.join(folder!, 'photo.jpg'))
const quad = JSON.parse(readFileSync(path.join(folder!, 'corners.json'), 'utf8')) as Quad
const info = { width: benchPhoto.width, height: benchPhoto.height, kind: 'photo' } as const
const zone = userZone(quadToRelative(quad, benchPhoto) as unknown as Corners)
const options = { format: 'jpeg', paper: 'a4' } as const

const bench = await openBench()
const slots = await openSlotsOn(bench)
const [outside, inside] = [await bench.upload(bytes), await uploadTo(slots, bench, { bytes })]
const arms: readonly [Arm, Arm] = [
  { label: 'in the process', page: () => outside.rectify(info, zone, options), cpuMs: 0, waitedMs: [] },
  {
    label: 'in a cell, with its worker',
    page: () => inside.rectify(info, zone, options),
    cpuMs: 0,
    waitedMs: [],
  },
]
for (let round = -warmUps; round < Number(rounds); round++)
  // Whoever comes second finds the caches of the machine as the first left them.
  for (const arm of round % 2 === 0 ? arms : arms.toReversed()) await measure(arm, round >= 0)
await slots.close()
await bench.close()
print()

async function measure(arm: Arm, counts: boolean): Promise<void> {
  const [cpuBefore, before] = [cpuMs(), performance.now()]
  resultOf(await arm.page(), 'rectify')
  if (!counts) return
  arm.cpuMs += (cpuMs() - cpuBefore) / Number(rounds)
  arm.waitedMs.push(performance.now() - before)
}

/** Of this process and of its cell, which is told in hundredths of a second: good enough for a sum, not for one page. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  const cells = slots.pids().reduce((sum, pid) => sum + cpuSecondsOf(pid), 0)
  return (user + system) / 1_000 + cells * 1_000
}

function print(): void {
  console.log(
    `${`${rounds} pages of ${info.width} × ${info.height}, ms each`.padEnd(44)}     CPU  waited (median)`,
  )
  const waited = ({ waitedMs }: Arm) => waitedMs.toSorted((a, b) => a - b)[Math.floor(waitedMs.length / 2)]!
  for (const arm of arms)
    console.log(
      `${arm.label.padEnd(44)}${arm.cpuMs.toFixed(1).padStart(8)}${waited(arm).toFixed(1).padStart(8)}`,
    )
  const [plain, locked] = arms
  const more = locked.cpuMs - plain.cpuMs
  const share = `${((100 * more) / plain.cpuMs).toFixed(1)} %`
  console.log(
    `${'the cell costs'.padEnd(44)}${more.toFixed(1).padStart(8)}${(waited(locked) - waited(plain)).toFixed(1).padStart(8)}   ${share} of CPU`,
  )
}

/**
 * What a cell costs: the same page straightened by a process that decodes itself, as the product never does,
 * and by a worker with a locked cell, in turn, each with everything that a step needs already loaded. Prints
 * CPU milliseconds per page of all processes involved, and the waiting time. `cell.ts FOLDER ROUNDS`
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pixelFlags } from '@equerre/vision-worker/src/cell/process.ts'
import type { ArmName, Spent } from './cell-arm.ts'

/** Rounds for compilation and caches, not counted. */
const warmUps = 10

type Arm = {
  readonly label: string
  readonly process: ChildProcess
  readonly waitedMs: number[]
  before: Spent
  after: Spent
}

const [, , folder, rounds] = process.argv
const nothing: Spent = { cpuMs: 0, waitedMs: 0 }
const arms: readonly [Arm, Arm] = [
  await openArm('plain', 'in the process'),
  await openArm('cell', 'in a cell, with its worker'),
]
for (let round = -warmUps; round < Number(rounds); round++)
  // Alternates the order, because the second finds the machine's caches as the first left them.
  for (const arm of round % 2 === 0 ? arms : arms.toReversed()) await measure(arm, round >= 0)
for (const arm of arms) arm.process.disconnect()
print()

async function openArm(name: ArmName, label: string): Promise<Arm> {
  // A cell starts with these by itself.
  const execArgv = name === 'plain' ? [...pixelFlags] : []
  const child = fork(path.join(import.meta.dirname, 'cell-arm.ts'), [name, folder!], { execArgv })
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`${label}: it has ended`)
  })
  await nextReport(child)
  return { label, process: child, waitedMs: [], before: nothing, after: nothing }
}

async function measure(arm: Arm, counts: boolean): Promise<void> {
  arm.process.send('page')
  const spent = await nextReport(arm.process)
  if (!counts) arm.before = spent
  else arm.waitedMs.push(spent.waitedMs)
  arm.after = spent
}

async function nextReport(child: ChildProcess): Promise<Spent> {
  const [spent] = await once(child, 'message')
  return spent as Spent
}

function print(): void {
  console.log(`${`${rounds} pages, ms each`.padEnd(44)}     CPU  waited (median)`)
  const waited = ({ waitedMs }: Arm) => waitedMs.toSorted((a, b) => a - b)[Math.floor(waitedMs.length / 2)]!
  const cpu = ({ before, after }: Arm) => (after.cpuMs - before.cpuMs) / Number(rounds)
  for (const arm of arms)
    console.log(
      `${arm.label.padEnd(44)}${cpu(arm).toFixed(1).padStart(8)}${waited(arm).toFixed(1).padStart(8)}`,
    )
  const [plain, locked] = arms
  const more = cpu(locked) - cpu(plain)
  const share = `${((100 * more) / cpu(plain)).toFixed(1)} %`
  console.log(
    `${'the cell costs'.padEnd(44)}${more.toFixed(1).padStart(8)}${(waited(locked) - waited(plain)).toFixed(1).padStart(8)}   ${share} of CPU`,
  )
}

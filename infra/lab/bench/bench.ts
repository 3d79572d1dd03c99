/**
 * What straightening costs, in CPU milliseconds of whole processes, beside the floor and the peers in the
 * same run. Usage: `npm run bench [-- --cell | --memory [--files FOLDER]]`. The processes take turns, so that
 * other load on the machine affects all alike.
 */
import { photographDocument } from '@equerre/testkit/pictures'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { pixelFlags } from '@equerre/vision-worker/src/cell/process.ts'
import { benchPhoto, type Work } from './inputs.ts'
import { printMemory } from './memory.ts'

const turns = 3
const roundsPerTurn = 4
const cellRounds = 60

/** As in workers and cells: one arena. */
const env = { ...process.env, MALLOC_ARENA_MAX: '1' }

type Row = {
  readonly label: string
  /** From work.ts, or from peer.py if Python has OpenCV. */
  readonly work: Work | `python ${string}`
  /** The row to divide by. */
  readonly beside?: Row['work']
}

const rows: readonly Row[] = [
  { label: 'rectify to JPEG', work: 'rectify-jpeg', beside: 'floor-jpeg' },
  { label: '  floor: decode, kernel, encode', work: 'floor-jpeg' },
  { label: '  Python OpenCV', work: 'python rectify', beside: 'floor-jpeg' },
  { label: 'rectify to PNG', work: 'rectify-png', beside: 'floor-png' },
  { label: '  floor', work: 'floor-png' },
  { label: 'warp 12 Mpx, C++', work: 'warp-native', beside: 'python warp-rgba' },
  { label: '  TypeScript', work: 'warp-portable', beside: 'python warp-rgba' },
  { label: '  Python OpenCV, RGB', work: 'python warp-rgb', beside: 'python warp-rgba' },
  { label: '  Python OpenCV, RGBA', work: 'python warp-rgba' },
  { label: 'detect', work: 'detect', beside: 'detect-floor' },
  { label: '  floor: decode at 800 px', work: 'detect-floor' },
  { label: '  scanic, classical', work: 'detect-scanic', beside: 'detect-floor' },
  { label: '  Python OpenCV', work: 'python detect', beside: 'detect-floor' },
  { label: 'ingest, detect, rectify to JPEG', work: 'whole', beside: 'python whole' },
  { label: '  Python OpenCV', work: 'python whole' },
]

const { values } = parseArgs({
  options: {
    cell: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    files: { type: 'string' },
  },
})
if (values.memory) await printMemory(values.files)
else await withPhotograph(values.cell ? printCell : printSpeed)

/** Writes the photograph to a folder for the processes that work on it. */
async function withPhotograph(use: (folder: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'equerre-bench-'))
  try {
    const { jpeg, corners } = await photographDocument(benchPhoto)
    writeFileSync(path.join(folder, 'photo.jpg'), jpeg)
    writeFileSync(path.join(folder, 'corners.json'), JSON.stringify(corners))
    use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function printCell(folder: string): void {
  const script = path.join(import.meta.dirname, 'cell.ts')
  execFileSync(process.execPath, [script, folder, String(cellRounds)], { stdio: 'inherit', env })
}

function printSpeed(folder: string): void {
  const loadBefore = loadavg()[0]!
  const times = measure(folder)
  console.log(`load average ${loadBefore.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`)
  console.log(
    'jscanify: absent, its Node version needs the install script of canvas, which does not run here',
  )
  console.log(`${'CPU ms'.padEnd(34)}${'min'.padStart(8)}${'median'.padStart(8)}   min beside`)
  for (const row of rows) console.log(describe(row, times))
}

function measure(folder: string): ReadonlyMap<Row['work'], number[]> {
  const times = new Map<Row['work'], number[]>(rows.map(({ work }) => [work, []]))
  for (let turn = 1; turn <= turns; turn++) {
    for (const [work, all] of times) {
      console.log(`turn ${turn} of ${turns}: ${work}`)
      all.push(...timesOf(work, folder))
    }
  }
  return times
}

/** CPU milliseconds of several rounds after a warm-up round; none if the peer is not installed. */
function timesOf(work: Row['work'], folder: string): number[] {
  const [first, second] = work.split(' ') as [string, string?]
  const program = second ? (process.env['PYTHON'] ?? 'python3') : process.execPath
  const script = path.join(import.meta.dirname, second ? 'peer.py' : 'work.ts')
  const stdio: ['ignore', 'pipe', 'pipe' | 'inherit'] = ['ignore', 'pipe', second ? 'pipe' : 'inherit']
  try {
    const parameters = [...(second ? [] : pixelFlags), script, second ?? first, folder, String(roundsPerTurn)]
    const text = execFileSync(program, parameters, { encoding: 'utf8', stdio, env })
    return JSON.parse(text.trim().split('\n').at(-1)!) as number[]
  } catch (error) {
    // Python or its OpenCV is often missing; our own work must succeed.
    if (second) return []
    throw error
  }
}

function describe({ label, work, beside }: Row, times: ReadonlyMap<Row['work'], number[]>): string {
  const sorted = (name: Row['work']) => times.get(name)!.toSorted((a, b) => a - b)
  const own = sorted(work)
  if (own.length === 0) return `${label.padEnd(34)}  absent`
  const other = beside ? sorted(beside)[0] : undefined
  const figures = [own[0]!, own[Math.floor(own.length / 2)]!].map((ms) => ms.toFixed(0).padStart(8)).join('')
  return `${label.padEnd(34)}${figures}   ${other ? `${(own[0]! / other).toFixed(2)} × ${beside}` : ''}`
}

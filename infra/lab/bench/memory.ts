import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { slotMegabytes } from '@equerre/vision-worker/src/config.ts'
import type { Held } from './memory-case.ts'
import { endlessFiles, honestFiles } from './memory-files.ts'

/** Peak memory differs between runs, with how threads happen to overlap. */
const runs = 2

/**
 * Prints the peak memory of cells, file by file: first the worst accepted files, which must all become pages,
 * then files made to exceed a limit, or those of a folder; no file may take more memory than its slot has.
 */
export async function printMemory(filesOf?: string): Promise<void> {
  console.log(
    `${'MB at most'.padEnd(46)}${Object.entries(slotMegabytes)
      .map(([slot, most]) => `${slot} (${most})`.padStart(15))
      .join('')}`,
  )
  if (filesOf !== undefined) {
    for (const name of readdirSync(filesOf)) print(name, measure(path.join(filesOf, name), { times: 1 }))
    return
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'equerre-memory-'))
  const file = path.join(folder, 'file')
  try {
    for (const { label, make, whole = false } of honestFiles) {
      writeFileSync(file, await make())
      const seen = measure(file, { whole, times: runs })
      print(label, seen, seen.became !== 'page' || seen.ended > 0 ? '  REFUSED' : '')
    }
    for (const [label, make] of Object.entries(endlessFiles)) {
      writeFileSync(file, await make())
      print(label, measure(file, { times: 1 }))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Seen = Held & { readonly ended: number }

/** The maximum over some runs, and what became of the file in the last run that made no page. */
function measure(file: string, { whole = false, times }: { whole?: boolean; times: number }): Seen {
  const script = path.join(import.meta.dirname, 'memory-case.ts')
  const all = Array.from({ length: times }, (): Seen => {
    const lines = execFileSync(process.execPath, [script, file, String(whole)], { encoding: 'utf8' })
      .trim()
      .split('\n')
    return { ...(JSON.parse(lines.at(-1)!) as Held), ended: lines.length - 1 }
  })
  const most = (slot: keyof typeof slotMegabytes) => Math.max(...all.map(({ megabytes }) => megabytes[slot]))
  return {
    megabytes: { normal: most('normal'), heavy: most('heavy') },
    became: all.find(({ became }) => became !== 'page')?.became ?? 'page',
    ended: Math.max(...all.map(({ ended }) => ended)),
  }
}

function print(label: string, { megabytes, became, ended }: Seen, verdict = ''): void {
  const figures = Object.values(megabytes).map((held) => (held ? held.toFixed(0) : '–').padStart(15))
  const isTooMuch = megabytes.normal > slotMegabytes.normal || megabytes.heavy > slotMegabytes.heavy
  const cells = ended ? `, ${ended} cells ended` : ''
  console.log(
    `${label.padEnd(46)}${figures.join('')}   ${became}${cells}${verdict}${isTooMuch ? '  TOO MUCH' : ''}`,
  )
}

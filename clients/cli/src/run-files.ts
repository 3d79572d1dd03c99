import { EquerreError, type Equerre } from '@equerre/client'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Arguments } from './arguments.ts'
import { assemble } from './assemble.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { forgetOldRecords } from './folders.ts'
import { inputsOf, type Input } from './inputs.ts'
import { Failure, makeFile, results, type MadePage, type Task } from './make-file.ts'
import { Report, type FileResult } from './report.ts'
import { words, type Language } from './words.ts'

export type Run = {
  readonly equerre: Equerre
  readonly owner: string
  readonly asked: Arguments
  readonly lang: Language
  readonly signal: AbortSignal
}
export type Counted = { charged: number; remaining: number | null; code: number }

/** Makes every file, several at once, then their PDF. @returns the exit code */
export async function runFiles({ equerre, owner, asked, lang, signal }: Run): Promise<number> {
  const pdf = asked.pdf === undefined ? null : path.resolve(asked.pdf)
  if (refuses([pdf], { asked, lang })) return exitCodes.someFailed
  forgetOldRecords()
  const inputs = inputsOf(asked)
  const report = new Report({ json: asked.json, lang, total: inputs.length, reading: asked.verb === 'read' })
  const counted: Counted = { charged: 0, remaining: null, code: exitCodes.done }
  const spent = (charged: number, remaining: number | null) => {
    counted.charged += charged
    counted.remaining = remaining ?? counted.remaining
  }
  const task: Task = { equerre, owner, asked, signal, spent }
  const ended: FileResult[] = []
  await eachOf(inputs, asked.parallel, async (input, index) => {
    const hopeless = counted.code > exitCodes.someFailed || signal.aborted
    const { result, code } = hopeless ? left(input) : await endOf(task, input, lang)
    ended[index] = result
    counted.code = Math.max(counted.code, code)
    report.ended(index, result)
  })
  const assembled = pdf !== null && (await assembleAll(task, { pdf, ended, lang, counted }))
  // Where no page was asked for, nothing else is.
  if (counted.remaining !== null)
    counted.remaining = (await creditsLeft({ equerre, signal })) ?? counted.remaining
  report.summary({ ...summaryOf(ended, counted), pdf: assembled ? pdf : null })
  return signal.aborted ? exitCodes.interrupted : counted.code
}

/** @returns whether a file is in the way, written by no run that is remembered; says which */
export function refuses(
  files: readonly (string | null)[],
  { asked, lang }: Pick<Run, 'asked' | 'lang'>,
): boolean {
  if (asked.overwrite) return false
  const taken = files.find(
    (file) => file !== null && existsSync(file) && results.read(file).from === undefined,
  )
  if (taken) process.stderr.write(`${words[lang].exists(taken)}\n`)
  return Boolean(taken)
}

/** Asked for at the end: what a call says is left lacks what other calls hold meanwhile, and what they may give back. */
export async function creditsLeft({
  equerre,
  signal,
}: Pick<Run, 'equerre' | 'signal'>): Promise<number | null> {
  return signal.aborted ? null : equerre.credits({ signal }).catch(() => null)
}

export function summaryOf(ended: readonly FileResult[], { charged, remaining }: Counted) {
  const counts = (state: FileResult['state']) => ended.filter((each) => each.state === state).length
  return {
    files: ended.length,
    done: counts('done'),
    failed: counts('failed'),
    left: counts('left'),
    credits_charged: charged,
    credits_remaining: remaining,
  }
}

type Ended = { readonly result: FileResult; readonly code: number }

function left({ given }: Input): Ended {
  return { result: { file: given, state: 'left', code: null, detail: null, pages: [] }, code: exitCodes.done }
}

async function endOf(task: Task, input: Input, lang: Language): Promise<Ended> {
  const made = new Map<number, MadePage>()
  const result = (facts: Omit<FileResult, 'file' | 'pages'>) => ({
    file: input.given,
    ...facts,
    pages: [...made.values()],
  })
  try {
    await makeFile(task, input, (page) => made.set(page.page, page))
    return { result: result({ state: 'done', code: null, detail: null }), code: exitCodes.done }
  } catch (error) {
    if (task.signal.aborted)
      return { result: result({ state: 'left', code: null, detail: null }), code: exitCodes.done }
    return { result: result({ state: 'failed', ...reasonOf(error, lang) }), code: exitCodeOf(error) }
  }
}

export function reasonOf(error: unknown, lang: Language): { code: string; detail: string } {
  if (error instanceof EquerreError) return { code: error.code, detail: error.detail }
  if (!(error instanceof Failure)) return { code: 'failed', detail: (error as Error).message }
  const { exists, missing, nothing, doubt } = words[lang]
  const details = { exists: exists(error.what), missing, nothing_found: nothing, in_doubt: doubt }
  return { code: error.code, detail: details[error.code] }
}

type Assembling = {
  readonly pdf: string
  readonly ended: readonly FileResult[]
  readonly lang: Language
  readonly counted: Counted
}

/** A PDF with pages missing would pass for the whole. */
export async function assembleAll(task: Task, { pdf, ended, lang, counted }: Assembling): Promise<boolean> {
  if (ended.some(({ state }) => state !== 'done')) return false
  try {
    await assemble(task, { pdf, pages: ended.flatMap(({ pages }) => pages) })
    return true
  } catch (error) {
    Object.assign(counted, { code: exitCodeOf(error) })
    if (!task.signal.aborted)
      process.stderr.write(`${words[lang].failed(pdf, reasonOf(error, lang).detail)}\n`)
    return false
  }
}

/** So many at once, in order. */
export async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) await work(item, index)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}

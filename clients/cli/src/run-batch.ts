import {
  EquerreError,
  type Batch,
  type BatchRequest,
  type BatchResult,
  type Rectification,
} from '@equerre/client'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { forgetOldRecords, Records } from './folders.ts'
import { inputsOf, outputOf } from './inputs.ts'
import { listedIn, pdfsOf, type Listed } from './list.ts'
import { isWritten, keyOf, unmade, writeResults, type MadePage, type Task } from './make-file.ts'
import { Report, type FileResult } from './report.ts'
import {
  assembleAll,
  creditsLeft,
  eachOf,
  reasonOf,
  refuses,
  summaryOf,
  type Counted,
  type Run,
} from './run-files.ts'

type Made = Omit<Rectification, 'credits'>
/** What former runs know of a list: its pages that were made, by their place, and the batch that may still make others. */
type Known = {
  readonly tries: number
  readonly made: Readonly<Record<number, Made>>
  readonly batch: { readonly id: string; readonly places: readonly number[] } | null
}
type Place = Listed & {
  readonly path: string | null
  readonly textPath: string | null
  /** What its files are remembered by. */
  readonly from: string
}
type Making = { readonly name: string; readonly places: readonly Place[]; readonly report: Report }

const lists = new Records<Known>('list')

/** Makes the pages of a list as one batch, then the PDF of each group. @returns the exit code */
export async function runBatch(run: Run): Promise<number> {
  const { asked, lang, signal } = run
  const listed = listedIn(asked.files)
  const name = `${run.owner} ${JSON.stringify([listed, asked.making])}`
  const places = placesOf(run, { name, listed })
  const pdfs = pdfsOf(listed, asked.output ?? '.')
  if (refuses([...places.flatMap(({ path, textPath }) => [path, textPath]), ...pdfs.values()], run))
    return exitCodes.someFailed
  forgetOldRecords()

  const report = new Report({ json: asked.json, lang, total: places.length, reading: false })
  const counted: Counted = { charged: 0, remaining: null, code: exitCodes.done }
  const task: Task = { ...run, spent: () => {} }
  const results = await makeListed(task, { name, places, report })
  const { made = {} } = lists.read(name)
  const ended: FileResult[] = []
  await eachOf(places, asked.parallel, async (place, index) => {
    const result = results.get(index)
    const { facts, code } = await endOf(task, { place, made: made[index] ?? result?.result, result, lang })
    if (facts.code === 'expired' || facts.code === 'not_found') forget(name, index)
    const { url: file, group = null, reference = null } = place
    counted.charged += result?.credits_charged ?? 0
    counted.code = Math.max(counted.code, code)
    report.ended(index, (ended[index] = { file, group, reference, ...facts }))
  })

  const written: string[] = []
  for (const [title, pdf] of pdfs) {
    const ofGroup = ended.filter(({ group }) => group === title)
    const titled = { ...task, asked: { ...asked, title } }
    if (await assembleAll(titled, { pdf, ended: ofGroup, lang, counted })) written.push(pdf)
  }
  counted.remaining = await creditsLeft(run)
  report.summary({ ...summaryOf(ended, counted), pdf: null, pdfs: written })
  return signal.aborted ? exitCodes.interrupted : counted.code
}

function placesOf(
  { asked }: Run,
  { name, listed }: { readonly name: string; readonly listed: readonly Listed[] },
): readonly Place[] {
  return inputsOf({ ...asked, files: listed.map(({ url }) => url) }).map((input, index) => ({
    ...listed[index]!,
    ...outputOf(input, asked, { page: 1, count: 1 }),
    from: `${name} ${index}`,
  }))
}

/** @returns what became of whatever no former run has made. A batch that a killed run has begun is only waited for. */
async function makeListed(task: Task, making: Making): Promise<ReadonlyMap<number, BatchResult>> {
  const { name, places } = making
  const { tries = 0, made = {}, batch } = lists.read(name)
  const wanted = batch?.places ?? [...places.keys()].filter((index) => made[index] === undefined)
  if (wanted.length === 0) return new Map()
  const id = batch?.id ?? (await begin(task, { name, tries, items: wanted.map((index) => places[index]!) }))
  lists.write(name, { tries, made, batch: { id, places: wanted } })
  const results = await follow(task, { ...making, id, wanted })
  const now = [...results].filter(
    ([, { result }]) => result !== null && result.artifacts.warped_path !== null,
  )
  const added = Object.fromEntries(now.map(([index, { result }]) => [index, result!]))
  lists.write(name, { tries: tries + 1, made: { ...made, ...added }, batch: null })
  return results
}

type Following = Making & { readonly id: string; readonly wanted: readonly number[] }

async function follow(
  { equerre, signal }: Task,
  { name, places, report, id, wanted }: Following,
): Promise<ReadonlyMap<number, BatchResult>> {
  const onProgress = ({ items }: Batch) =>
    report.reached(places.length - wanted.length + items.done + items.failed)
  try {
    await equerre.batches.wait(id, { signal, onProgress })
    const results = new Map<number, BatchResult>()
    for await (const result of equerre.batches.results(id, { signal }))
      results.set(wanted[result.index]!, result)
    return results
  } catch (error) {
    report.erase()
    // No longer kept at the service: the next run begins another one.
    if (error instanceof EquerreError && error.code === 'not_found') {
      const { tries = 0, made = {} } = lists.read(name)
      lists.write(name, { tries: tries + 1, made, batch: null })
    }
    throw error
  }
}

type Beginning = { readonly name: string; readonly tries: number; readonly items: readonly Listed[] }

async function begin({ equerre, asked, signal }: Task, { name, tries, items }: Beginning): Promise<string> {
  const sent = items.map(({ url, group, reference }) => ({
    url,
    ...(group !== undefined && { group }),
    ...(reference !== undefined && { reference }),
  }))
  const options = asked.making as NonNullable<BatchRequest['options']>
  const call = { signal, idempotencyKey: keyOf('batch', name, tries) }
  return (await equerre.batches.create({ items: sent, options }, call)).id
}

type Ending = {
  readonly place: Place
  readonly made: Made | null | undefined
  readonly result: BatchResult | undefined
  readonly lang: Run['lang']
}
type Ended = { readonly facts: Omit<FileResult, 'file'>; readonly code: number }

async function endOf(task: Task, { place, made, result, lang }: Ending): Promise<Ended> {
  const left = { state: 'left', code: null, detail: null, pages: [] } as const
  if (result?.state === 'cancelled') return { facts: left, code: exitCodes.someFailed }
  try {
    const code = result?.code ?? 'expired'
    if (!made) throw new EquerreError({ code, detail: code })
    const page = await writePage(task, { place, made, charged: result?.credits_charged ?? 0 })
    return { facts: { state: 'done', code: null, detail: null, pages: [page] }, code: exitCodes.done }
  } catch (error) {
    if (task.signal.aborted) return { facts: left, code: exitCodes.done }
    return { facts: { state: 'failed', ...reasonOf(error, lang), pages: [] }, code: exitCodeOf(error) }
  }
}

type Writing = { readonly place: Place; readonly made: Made; readonly charged: number }

async function writePage(task: Task, { place, made, charged }: Writing): Promise<MadePage> {
  const { path, textPath, from } = place
  const page = { ...unmade, page: 1, path, text_path: textPath, part: { rectify_id: made.id } }
  const targets = [path, textPath].filter((each) => each !== null)
  if (targets.every((each) => isWritten(each, from))) return page
  const text = await writeResults(task, made, { target: path, textPath, from })
  return { ...page, text, status: made.status, confidence: made.confidence, credits_charged: charged }
}

/** The service has erased it: the next run makes it again. */
function forget(name: string, index: number): void {
  const { [index]: _, ...made } = lists.read(name).made ?? {}
  lists.write(name, { ...(lists.read(name) as Known), made })
}

import { EquerreError, type Equerre, type Ingestion, type Rectification } from '@equerre/client'
import { file as open, save } from '@equerre/client/node'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Arguments } from './arguments.ts'
import { digest, Records } from './folders.ts'
import { outputOf, type Input } from './inputs.ts'

/** One page of a file: what was made, or taken as it is, and where it was written. */
export type MadePage = {
  readonly page: number
  readonly path: string | null
  readonly text_path: string | null
  readonly text: string | null
  /** For an assembly. */
  readonly part:
    { readonly rectify_id: string } | { readonly ingestion_id: string; readonly page: number } | null
  readonly status: string | null
  readonly confidence: number | null
  readonly credits_charged: number
}

/** Why a file was not made, besides what the service says. */
export class Failure extends Error {
  readonly code: 'exists' | 'missing' | 'nothing_found' | 'in_doubt'
  readonly what: string
  constructor(code: Failure['code'], what = '') {
    super(code)
    this.code = code
    this.what = what
  }
}

/** What is known of a file, by its bytes and whose it is: `tries` is how often the service has forgotten it. */
type Sent = Pick<Ingestion, 'ingestion_id' | 'expires_at' | 'mime'>
type Known = {
  readonly tries: number
  readonly pages: number
  readonly sent: Sent | null
  readonly made: Readonly<Record<string, Rectification>>
}
/** `whole` once it is there: what is begun may be somebody else’s still, or nothing. */
type Written = { readonly from: string; readonly whole: boolean }

export const results = new Records<Written>('result')
const files = new Records<Known>('file')

export type Task = {
  readonly equerre: Equerre
  /** Whose results they are. */
  readonly owner: string
  readonly asked: Arguments
  readonly signal: AbortSignal
  /** Told of credits as they are charged. */
  readonly spent: (charged: number, remaining: number | null) => void
}

/** The same bytes given twice are made once: the second waits for the first. */
const busy = new Map<string, Promise<unknown>>()

/** Makes the pages of one file: what a former run has made, paid for or written is not done again. */
export async function makeFile(task: Task, input: Input, told: (page: MadePage) => void): Promise<void> {
  const name = `${task.owner} ${await identityOf(input)}`
  const making = { input, name, told }
  const turn = (busy.get(name) ?? Promise.resolve()).then(() => makeRemembered(task, making))
  busy.set(
    name,
    turn.catch(() => {}),
  )
  await turn
}

async function makeRemembered(task: Task, making: Making): Promise<void> {
  try {
    await makePages(task, making)
  } catch (error) {
    if (!(error instanceof EquerreError) || (error.code !== 'expired' && error.code !== 'not_found'))
      throw error
    // Erased at the service, or older than what it keeps: from the beginning, as another call.
    const known = files.read(making.name)
    files.write(making.name, { pages: 0, ...known, sent: null, made: {}, tries: (known.tries ?? 0) + 1 })
    await makePages(task, making)
  }
}

type Making = { readonly input: Input; readonly name: string; readonly told: (page: MadePage) => void }

/** A page that cannot be made does not keep the others from being made. @throws the first one’s failure */
async function makePages(task: Task, making: Making): Promise<void> {
  const chosen = task.asked.making.page
  const count = files.read(making.name).pages || (await send(task, making)).pages
  const pages = chosen === undefined ? Array.from({ length: count }, (_, index) => index + 1) : [chosen]
  const failures: Failure[] = []
  for (const page of pages)
    try {
      making.told(await makePage(task, { ...making, page, count }))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failures.push(error)
    }
  if (failures[0]) throw failures[0]
}

type Paging = Making & { readonly page: number; readonly count: number }
export const unmade = {
  path: null,
  text_path: null,
  text: null,
  part: null,
  status: null,
  confidence: null,
  credits_charged: 0,
}

async function makePage(task: Task, making: Paging): Promise<MadePage> {
  const { asked } = task
  const { name, page } = making
  const { path: target, textPath } = outputOf(making.input, asked, making)
  const from = `${name} ${whatOf(asked, page).all}`
  const targets = [target, textPath].filter((each) => each !== null)
  const taken = targets.find((each) => existsSync(each) && results.read(each).from !== from)
  if (taken !== undefined && !asked.overwrite) throw new Failure('exists', taken)
  const paths = { path: target, text_path: textPath }
  const written = targets.length > 0 && targets.every((each) => isWritten(each, from))
  if (written && asked.pdf === undefined) return { ...unmade, page, ...paths }

  const { ingestion_id, mime } = await send(task, making)
  if (asked.verb === 'assemble' && mime === 'application/pdf')
    return { ...unmade, page, part: { ingestion_id, page } }
  const made = await rectifyOnce(task, { name, page, ingestionId: ingestion_id })
  const text = await writeResults(task, made, { target, textPath, from })
  const { status, confidence, id, charged } = made
  return { page, ...paths, text, part: { rectify_id: id }, status, confidence, credits_charged: charged }
}

type Targets = { readonly target: string | null; readonly textPath: string | null; readonly from: string }

/** @returns the page’s text, if it was asked for */
export async function writeResults(
  task: Task,
  made: Omit<Rectification, 'credits'>,
  { target, textPath, from }: Targets,
): Promise<string | null> {
  const { equerre, asked } = task
  if (made.artifacts.warped_path === null)
    throw new Failure(made.status === 'NOT_FOUND' ? 'nothing_found' : 'in_doubt')
  const text = asked.text ? (await equerre.readText(made, task)).text : null
  if (target !== null && !isWritten(target, from))
    await write(target, from, await equerre.download(made, task))
  if (textPath !== null && !isWritten(textPath, from)) await write(textPath, from, new Response(`${text}\n`))
  return text
}

/** `cut` is what costs a credit; all else is rendered from it, for nothing. */
function whatOf({ making }: Arguments, page: number) {
  const { page: _, dpi, paper, ...rendered } = making
  const cut = `${page} ${digest(JSON.stringify([dpi, paper]))}`
  return { cut, all: `${cut} ${digest(JSON.stringify(rendered))}`, rendered }
}

/** Sends the file unless the service still has it. */
async function send(
  { equerre, signal }: Task,
  { input, name }: Making,
): Promise<Sent & { readonly pages: number }> {
  const { tries = 0, sent, pages: known = 0 } = files.read(name)
  if (sent && Date.parse(sent.expires_at) > Date.now()) return { ...sent, pages: known }
  const source = input.url ?? (await open(input.given))
  const call = { signal, idempotencyKey: keyOf('file', name, tries) }
  const { ingestion_id, expires_at, mime, pages } = await equerre.ingest(source, {}, call)
  const kept = { ingestion_id, expires_at, mime }
  files.write(name, { tries, pages: pages.length, sent: kept, made: {} })
  return { ...kept, pages: pages.length }
}

type Rectified = { readonly name: string; readonly page: number; readonly ingestionId: string }

/** Keys are the same in every run, so that what a killed one has paid for is only asked for again. `charged`: now. */
async function rectifyOnce(
  { equerre, asked, signal, spent }: Task,
  { name, page, ingestionId }: Rectified,
): Promise<Rectification & { readonly charged: number }> {
  const { cut, all, rendered } = whatOf(asked, page)
  const { made = {}, tries = 0 } = files.read(name)
  if (made[all]) return { ...made[all], charged: 0 }
  const call = { signal, idempotencyKey: keyOf('page', `${name} ${all}`, tries) }
  const alike = Object.entries(made).find(
    ([what, { artifacts }]) => what.startsWith(`${cut} `) && artifacts.warped_path !== null,
  )
  const making = { ...asked.making, page }
  const rectified = await (alike
    ? equerre.render(alike[1], rendered, call)
    : equerre.rectify(ingestionId, making, call))
  const charged = rectified.credits.charged ?? 0
  spent(charged, rectified.credits.remaining)
  files.write(name, { ...(files.read(name) as Known), made: { ...made, [all]: rectified } })
  return { ...rectified, charged }
}

export async function write(target: string, from: string, response: Response): Promise<void> {
  mkdirSync(path.dirname(target), { recursive: true })
  // Before and after: killed in between, the next run knows the file as its own.
  results.write(target, { from, whole: false })
  await save(response, target)
  results.write(target, { from, whole: true })
}

export function isWritten(target: string, from: string): boolean {
  const written = results.read(target)
  return existsSync(target) && written.from === from && written.whole === true
}

export function keyOf(kind: string, what: string, tries = 0): string {
  return `equerre-cli-${kind}-${digest(what)}-${tries}`
}

/** The bytes, or the address: what stands there is not known before it is downloaded. */
async function identityOf({ url, given }: Input): Promise<string> {
  if (url) return url.href
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(given)) hash.update(chunk as Buffer)
  } catch {
    throw new Failure('missing')
  }
  return hash.digest('hex')
}

import type { Batch, getBatchResults } from '@equerre/contract/batches'
import type { ReplyOf } from '@equerre/contract/endpoint'
import type { RectifyReply } from '@equerre/contract/detourage'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { jobOf, problemOf, type Client, type Reply } from '../client.ts'

const retryMs = 500
const unanswered = [409, 429, 500, 502, 503, 504]
/** Work itself may have ended in an error of the server. */
const atWork = [202, 429, 503]

/** What a load has come to. */
export type Tally = {
  accepted: number
  finished: number
  /** Accepted and at work. */
  open: number
  /** Accepted and not finished: how each ended. */
  readonly lost: string[]
  /** Refused for good, or never answered. */
  readonly refused: string[]
  /** Pages that each visitor was given, at one credit each. */
  readonly dues: number[]
}

type Results = ReplyOf<typeof getBatchResults>
type Told = (id: string) => ReadonlySet<string>
type Ask<Body> = (headers: Readonly<Record<string, string>>) => Promise<Reply<Body>>

/** What one visitor asks for, each with an Idempotency-Key, again and again until there is an answer. */
export class Work {
  readonly client: Client
  readonly #tally: Tally
  readonly #countPage: () => void
  readonly #givenUp: AbortSignal

  constructor(client: Client, tally: Tally, how: { countPage: () => void; givenUp: AbortSignal }) {
    this.client = client
    this.#tally = tally
    this.#countPage = how.countPage
    this.#givenUp = how.givenUp
  }

  /** @returns what the step ends with; null if it was refused or lost, which is written down */
  async do<Body>(what: string, ask: Ask<Body>): Promise<Body | null> {
    const headers = { 'Idempotency-Key': randomUUID(), Prefer: 'respond-async' }
    const first = await this.#answered(() => ask(headers))
    if (!first || ![200, 202].includes(first.status)) {
      this.#tally.refused.push(`${what}: ${describe(first)}`)
      return null
    }
    this.#tally.accepted++
    this.#tally.open++
    const ended = first.status === 200 ? first : await this.#ended<Body>(jobOf(first).id)
    this.#tally.open--
    if (ended?.status === 200) {
      this.#tally.finished++
      return ended.body
    }
    this.#tally.lost.push(`${what}: ${describe(ended)}`)
    return null
  }

  /** A page is finished when it has been downloaded. */
  async page(what: string, ask: Ask<RectifyReply>): Promise<void> {
    const path = (await this.do(what, ask))?.artifacts.warped_path
    if (!path) return
    this.#countPage()
    const page = await this.#answered(async () => {
      const { status, headers } = await this.client.bytes(path)
      return { status, headers, body: {} }
    })
    if (page?.status !== 200) this.#tally.lost.push(`download: ${describe(page)}`)
  }

  /** A batch is finished when its account was told so, and of each of its pages. */
  async batch(ask: Ask<Batch>, told: Told): Promise<void> {
    const first = await this.#answered(() => ask({ 'Idempotency-Key': randomUUID() }))
    if (first?.status !== 202) return void this.#tally.refused.push(`batch: ${describe(first)}`)
    this.#tally.accepted++
    this.#tally.open++
    const troubles = await this.#troublesOf(first.body.id, told)
    this.#tally.open--
    this.#tally.lost.push(...troubles)
    if (troubles.length === 0) this.#tally.finished++
  }

  /** What has gone wrong with a batch, when it has ended. */
  async #troublesOf(id: string, told: Told): Promise<string[]> {
    const path = `/api/v1/detourage/batches/${id}`
    const look = async () => {
      const reply = await this.client.ask<Batch>(path)
      return reply.status === 200 && reply.body.ended_at === null ? { ...reply, status: 202 } : reply
    }
    const ended = await this.#answered(look, atWork)
    if (ended?.status !== 200) return [`batch: ${describe(ended)}`]
    const results = await this.#answered(() => this.client.ask<Results>(`${path}/results`))
    if (results?.status !== 200) return [`results: ${describe(results)}`]
    const troubles: string[] = []
    for (const { state, code, job_id, result } of results.body.items) {
      if (result) this.#countPage()
      if (state !== 'done') troubles.push(`item: ${state} ${code}, ${await this.#reasonOf(job_id)}`)
      else troubles.push(...(await this.#untold(job_id!, told)))
    }
    return [...troubles, ...(await this.#untold(id, told))]
  }

  /** What an item's step says that its code does not. */
  async #reasonOf(jobId: string | null): Promise<string> {
    if (jobId === null) return 'without a step'
    return describe(await this.#answered(() => this.client.ask(`/api/v1/detourage/jobs/${jobId}`)))
  }

  async #untold(id: string, told: Told): Promise<string[]> {
    const once = await this.#holds(() => told(id).size === 1)
    return once ? [] : [`webhook: told under ${told(id).size} ids`]
  }

  #ended<Body>(id: string): Promise<Reply<Body> | null> {
    const poll = () =>
      this.client.ask<Body>(`/api/v1/detourage/jobs/${id}`, { headers: { Prefer: 'wait=5' } })
    return this.#answered(poll, atWork)
  }

  /**
   * Asks until there is an answer that says something about the work; null when the load is given up before.
   * @param again what says nothing of it yet
   */
  async #answered<Body>(ask: () => Promise<Reply<Body>>, again = unanswered): Promise<Reply<Body> | null> {
    while (!this.#givenUp.aborted) {
      const reply = await ask().catch(() => null)
      if (reply && (!again.includes(reply.status) || reply.headers.has('Idempotent-Replayed'))) return reply
      await sleep(reply ? (Number(reply.headers.get('Retry-After')) || retryMs / 1_000) * 1_000 : retryMs)
    }
    return null
  }

  /** Whether it holds before the load is given up. */
  async #holds(what: () => boolean): Promise<boolean> {
    while (!what() && !this.#givenUp.aborted) await sleep(retryMs)
    return what()
  }
}

function describe(reply: Reply<unknown> | null): string {
  if (!reply) return 'no answer'
  const { code, detail } = problemOf(reply)
  return `${reply.status} ${code} ${detail}`
}

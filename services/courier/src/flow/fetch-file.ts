import { addressPurpose, type CourierReport, type FetchJob } from '@equerre/contract/courier'
import { tooLarge } from '@equerre/contract/file-type'
import { storageKeys } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import { seconds } from '@equerre/platform/metrics'
import { receiveBytes, type ReceivedBytes } from '@equerre/platform/receive-bytes'
import type { Room } from '@equerre/platform/byte-budget'
import { Postponed } from '@equerre/platform/queue'
import { sendReport } from '@equerre/platform/send-report'
import { StorageError } from '@equerre/platform/storage/error'
import { currentTraceparent } from '@equerre/platform/trace'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { AddressRefused, guardedRequest, Unreachable } from '../adapters/guarded-request.ts'
import type { Context } from '../context.ts'
import { originOf, readTarget } from '../core/target.ts'

const redirectsMax = 3
const redirects: readonly number[] = [301, 302, 303, 307, 308]

const fetchSeconds = seconds('fetch_duration_seconds', 'Time to fetch a file from its address, by outcome', [
  'outcome',
])

/** Fetches a file into the storage, as its upload would be received, and reports what came of it. */
export async function fetchFile(ctx: Context, job: FetchJob, unwanted: AbortSignal): Promise<void> {
  const { stepId, attemptToken, ingestionId, requestId } = job
  const end = fetchSeconds.startTimer()
  const address = ctx.ring.open(job.address, addressPurpose(ingestionId))
  const facts = { stepId, requestId, origin: originOf(address) }
  const tooLate = AbortSignal.timeout(ctx.config.limits.fetchSecondsMax * 1_000)
  const ours = { stepId, attemptToken, ingestionId, traceparent: currentTraceparent() }
  let report: CourierReport
  try {
    const file = await fetchInto(ctx, ingestionId, { address, signal: AbortSignal.any([unwanted, tooLate]) })
    report = { kind: 'fetched', ...ours, file: { ...file, sha256: file.sha256.toString('hex') } }
    end({ outcome: 'fetched' })
    ctx.log.info({ ...facts, mime: file.mime, bytes: file.bytes }, 'file fetched')
  } catch (error) {
    if (unwanted.aborted) {
      end({ outcome: 'withdrawn' })
      return ctx.log.info(facts, 'fetch withdrawn')
    }
    const problem = problemOf(error, tooLate)
    end({ outcome: problem?.code ?? 'failed' })
    // Not the address’s fault, and what was stored of it is gone: it is fetched once more.
    if (error instanceof StorageError) throw new Postponed('the storage failed', { cause: error })
    if (!problem) throw error
    const reason = error instanceof Error ? error.message : String(error)
    ctx.log.info({ ...facts, code: problem.code, reason }, 'file not fetched')
    report = { kind: 'not-fetched', ...ours, problem: problem.facts, reason }
  }
  await sendReport(ctx.results, report, ctx.log)
}

type Asked = { readonly address: string; readonly signal: AbortSignal }

async function fetchInto(ctx: Context, ingestionId: string, asked: Asked): Promise<ReceivedBytes> {
  const { limits } = ctx.config
  const answer = await followRedirects(ctx, asked)
  try {
    const announced = Number(answer.headers['content-length'] ?? 0)
    if (announced > Math.max(limits.imageBytesMax, limits.pdfBytesMax))
      throw tooLarge('application/pdf', limits)
    const room = ctx.storage.room(() => answer.destroy(new Unreachable('it stalled')))
    const body = Readable.from(inRoom(answer, room), { objectMode: false })
    return await receiveBytes(ctx.storage, {
      key: storageKeys.original(ingestionId),
      stream: body,
      limits,
      room,
    }).finally(() => room.close())
  } finally {
    answer.destroy()
  }
}

/** The answer with the file, after at most three redirects, of which each is looked at like the first address. */
async function followRedirects(ctx: Context, { address, signal }: Asked): Promise<IncomingMessage> {
  let url: string | URL = address
  for (let hop = 0; hop <= redirectsMax; hop++) {
    const answer: IncomingMessage = await guardedRequest(ctx.guard, url, {
      method: 'GET',
      // No compression: what arrives is what is counted.
      headers: { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Equerre/1' },
      signal,
    })
    const { statusCode: status = 0, headers } = answer
    if (status === 200) return answer
    answer.destroy()
    if (!redirects.includes(status) || headers.location === undefined)
      throw new Problem('address_answer', { status })
    const next = readTarget(headers.location, new URL(url))
    if (!next) throw new AddressRefused('redirects to no http address, or to one with credentials')
    url = next.url
  }
  throw new Problem('address_redirects', { most: redirectsMax })
}

/** The body, as fast as there is room for it. */
async function* inRoom(answer: IncomingMessage, room: Room): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      await room.take(chunk.length)
      yield chunk
    }
  } catch (error) {
    // What its reader throws comes here too.
    throw error === answer.errored ? new Unreachable('the answer broke off', { cause: error }) : error
  }
}

/** What the client is told; null where it is no fault of the address. */
function problemOf(error: unknown, tooLate: AbortSignal): Problem | null {
  if (error instanceof Problem) return error
  if (error instanceof StorageError) return null
  if (tooLate.aborted) return new Problem('address_too_slow')
  if (error instanceof AddressRefused) return new Problem('address_refused')
  return error instanceof Unreachable ? new Problem('address_unreachable') : null
}

import {
  NodeApiError,
  NodeOperationError,
  sleep,
  type DeclarativeRestApiSettings,
  type IDataObject,
  type IExecutePaginationFunctions,
  type IHttpRequestOptions,
  type IN8nHttpFullResponse,
  type INodeExecutionData,
  type JsonObject,
} from 'n8n-workflow'
import { itemOf } from './outputs'

/** Then the job is named, to be got later. */
const patienceMinutes = 15
/** How long the server holds a poll, in seconds. */
const heldSeconds = 20
/** How often a call is sent again that met a full or an absent server. */
const sentAtMost = 6
const passing: readonly string[] = ['rate_limited', 'unavailable', 'idempotency_in_flight']
/** Longer than what a crowded server asks for. */
const retryAfterMaxSeconds = 60

/** Sends a call, polls what it started until that has ended, and fetches what was made. */
export async function untilEnded(
  this: IExecutePaginationFunctions,
  { options }: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
  const { baseURL, proxy, timeout, skipSslCertificateValidation } = options as IHttpRequestOptions
  const common = { baseURL, proxy, timeout, skipSslCertificateValidation, url: '' }
  const usual = { Accept: 'application/json', 'Accept-Language': 'en' }
  const ask: Ask = (request) =>
    answered(this, { ...common, ...request, headers: { ...usual, ...request.headers } })
  const waits = isWaitedFor(this)
  const first = await ask(options as IHttpRequestOptions)
  const ended = waits ? await followed(this, first, ask) : first
  return [await itemOf(this, ended, async (request) => followed(this, await ask(request), ask))]
}

export type Ask = (request: Partial<IHttpRequestOptions>) => Promise<IN8nHttpFullResponse>

function isWaitedFor(node: IExecutePaginationFunctions): boolean {
  const { wait = node.getNodeParameter('wait', true) } = node.getNodeParameter('options', {}) as IDataObject
  return wait !== false
}

async function followed(
  node: IExecutePaginationFunctions,
  first: IN8nHttpFullResponse,
  ask: Ask,
): Promise<IN8nHttpFullResponse> {
  const until = Date.now() + patienceMinutes * 60_000
  let response = first
  while (response.statusCode === 202) {
    const { id } = response.body as { id: string }
    if (Date.now() > until)
      throw new NodeOperationError(
        node.getNode(),
        `Job ${id} has not ended after ${patienceMinutes} minutes`,
        {
          description: 'Get it later with “Job: Get”. It is charged once, if a page is made.',
          itemIndex: node.getItemIndex(),
        },
      )
    await sleep(secondsUntilRetry(response) * 1_000)
    const url = (response.headers.location as string | undefined) ?? `/api/v1/detourage/jobs/${id}`
    response = await ask({
      method: 'GET',
      url,
      headers: { Prefer: `wait=${heldSeconds}` },
    })
  }
  return response
}

/** Sends a call, again where the server is full or absent for a moment: the key of the call keeps it from being charged twice. */
async function answered(
  node: IExecutePaginationFunctions,
  request: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
  for (let sent = 1; ; sent++) {
    const response = (await node.helpers.httpRequestWithAuthentication.call(node, 'equerreApi', {
      ...request,
      returnFullResponse: true,
      ignoreHttpStatusErrors: true,
    })) as IN8nHttpFullResponse
    if (response.statusCode < 400) return response
    if (!isPassing(response) || sent === sentAtMost) throw refusal(node, response)
    await sleep(secondsUntilRetry(response) * 1_000)
  }
}

/** Too early; not a quota of hours, nor one that is spent for good. */
function isPassing({ headers, body }: IN8nHttpFullResponse): boolean {
  const { code } = readProblem(body)
  return passing.includes(String(code)) && !(Number(headers['retry-after']) > retryAfterMaxSeconds)
}

function secondsUntilRetry({ headers }: IN8nHttpFullResponse): number {
  return Math.max(1, Number(headers['retry-after']) || 1)
}

/** A problem (RFC 9457) as n8n shows it. */
function refusal(
  node: IExecutePaginationFunctions,
  { statusCode, body }: IN8nHttpFullResponse,
): NodeApiError {
  const problem = readProblem(body)
  return new NodeApiError(node.getNode(), problem as JsonObject, {
    message: String(problem.title ?? `Équerre answers ${statusCode}`),
    description: [problem.detail, problem.code && `(${String(problem.code)})`].filter(Boolean).join(' '),
    httpCode: String(statusCode),
    itemIndex: node.getItemIndex(),
  })
}

function readProblem(body: unknown): IDataObject {
  const text = Buffer.isBuffer(body) ? body.toString() : body
  if (typeof text === 'object' && text !== null) return text as IDataObject
  try {
    return JSON.parse(String(text)) as IDataObject
  } catch {
    return {}
  }
}

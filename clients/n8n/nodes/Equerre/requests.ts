import { createHash } from 'node:crypto'
import {
  NodeOperationError,
  type IDataObject,
  type IExecuteSingleFunctions,
  type IHttpRequestOptions,
} from 'n8n-workflow'

/** A call that has no page to make: a file to send, or a page of one that was sent before. */
export async function asUpload(
  this: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
  const { password, ...how } = optionsOf(this)
  const sentBefore = this.getNodeParameter('source') === 'ingestion'
  // Of a file that is only sent now, it is asked for when it is there.
  const fields = sentBefore ? { page: this.getNodeParameter('page') as number } : {}
  const asked = sentBefore ? how : { sign_for: how.sign_for }
  return withSource(this, tuned(request, asked), { ...fields, ...calledBack(asked), password })
}

/** A call that makes a page. */
export async function asPage(
  this: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
  const { password, sign_for, callback_url, wait, corners, ...options } = optionsOf(this)
  if (corners !== undefined) options.corners = parsed(this, corners)
  if (this.getNodeParameter('operation') === 'readText') options.text = true
  const how = { sign_for, callback_url, wait }
  return withSource(this, tuned(request, how), {
    page: this.getNodeParameter('page') as number,
    options,
    ...calledBack(how),
    password,
  })
}

/** Pages that were made, in one PDF. */
export async function asAssembly(
  this: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
  const given = this.getNodeParameter('pageIds') as unknown
  const ids = Array.isArray(given) ? given : String(given).split(',')
  const pages = ids.map((id) => ({ rectify_id: String(id).trim() }))
  const { sign_for, callback_url, wait, ...options } = optionsOf(this)
  const how = { sign_for, callback_url, wait }
  const body = known({ ...options, pages, ...calledBack(how) })
  return once(this, { ...tuned(request, how), body }, JSON.stringify(body))
}

function optionsOf(node: IExecuteSingleFunctions): IDataObject {
  return node.getNodeParameter('options', {}) as IDataObject
}

function calledBack({ callback_url }: IDataObject): IDataObject {
  return { callback_url: callback_url || undefined }
}

/** How long to wait and how addresses are signed are said outside of the body. */
function tuned(request: IHttpRequestOptions, { sign_for, wait }: IDataObject): IHttpRequestOptions {
  return {
    ...request,
    qs: { ...request.qs, ...known({ sign_for }) },
    headers: { ...request.headers, ...(wait === false && { Prefer: 'respond-async' }) },
  }
}

async function withSource(
  node: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
  fields: IDataObject,
): Promise<IHttpRequestOptions> {
  const source = node.getNodeParameter('source') as string
  if (source === 'binary') return withFile(node, request, fields)
  const body = known(
    source === 'url'
      ? { ...fields, url: node.getNodeParameter('url') as string }
      : // Its password came with the file.
        { ...fields, password: undefined, ingestion_id: node.getNodeParameter('ingestionId') as string },
  )
  return once(node, { ...request, body }, JSON.stringify(body))
}

async function withFile(
  node: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
  fields: IDataObject,
): Promise<IHttpRequestOptions> {
  const field = node.getNodeParameter('inputField') as string
  const { fileName = 'document', mimeType } = node.helpers.assertBinaryData(field)
  const bytes = await node.helpers.getBinaryDataBuffer(field)
  const form = new FormData()
  const texts = Object.entries(known(fields)).map(([name, value]) => [name, textOf(value)] as const)
  for (const [name, text] of texts) form.append(name, text)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: mimeType }), fileName)
  // As bytes, because a form can be sent only once, and this call may be sent again.
  const encoded = new Response(form)
  const body = Buffer.from(await encoded.arrayBuffer())
  const headers = { ...request.headers, 'Content-Type': encoded.headers.get('Content-Type') ?? '' }
  const digest = createHash('sha256').update(bytes).digest('hex')
  return once(node, { ...request, body, headers }, digest + JSON.stringify(texts))
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The same call of the same item of one execution has the same key: what n8n sends again, after a failure or by “Retry On Fail”, is
 * charged once. What differs, as in a loop, is another call.
 */
function once(
  node: IExecuteSingleFunctions,
  request: IHttpRequestOptions,
  content: string,
): IHttpRequestOptions {
  const parts = [
    node.getExecutionId(),
    node.getNode().id,
    node.getItemIndex(),
    request.url,
    request.qs,
    content,
  ]
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return { ...request, headers: { ...request.headers, 'Idempotency-Key': key } }
}

function parsed(node: IExecuteSingleFunctions, corners: unknown): IDataObject[] {
  if (typeof corners !== 'string') return corners as IDataObject[]
  try {
    return JSON.parse(corners) as IDataObject[]
  } catch (error) {
    throw new NodeOperationError(node.getNode(), error as Error, {
      message: 'The corners are no JSON',
      itemIndex: node.getItemIndex(),
    })
  }
}

/** Without what was not said. */
function known(fields: IDataObject): IDataObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))
}

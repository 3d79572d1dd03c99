import type {
  IDataObject,
  IExecutePaginationFunctions,
  IN8nHttpFullResponse,
  INodeExecutionData,
} from 'n8n-workflow'
import type { Ask } from './until-ended'

type Artifacts = Readonly<Record<string, string | null>>

/** What a call replied, what it cost, and the file that it made. */
export async function itemOf(
  node: IExecutePaginationFunctions,
  response: IN8nHttpFullResponse,
  ask: Ask,
): Promise<INodeExecutionData> {
  const ended = await lastStep(node, response, ask)
  const reply = ended.body as IDataObject
  const json: IDataObject = { ...reply, ...costOf(ended) }
  const { warped_path, pdf_path, plain_text_path } = (reply.artifacts ?? {}) as Artifacts
  if (plain_text_path) json.text = (await fetched(ask, plain_text_path)).toString()
  const item: INodeExecutionData = { json, pairedItem: { item: node.getItemIndex() } }
  const file = warped_path ?? pdf_path
  return file ? { ...item, binary: await asBinary(node, await fetched(ask, file), reply) } : item
}

/** Corners are found on a file once it is there. */
async function lastStep(
  node: IExecutePaginationFunctions,
  sent: IN8nHttpFullResponse,
  ask: Ask,
): Promise<IN8nHttpFullResponse> {
  const detects = node.getNodeParameter('operation') === 'detect'
  if (!detects || node.getNodeParameter('source') === 'ingestion') return sent
  const { sign_for, callback_url } = node.getNodeParameter('options', {}) as IDataObject
  const { ingestion_id } = sent.body as IDataObject
  return ask({
    method: 'POST',
    url: '/api/v1/detourage/detect',
    qs: sign_for === undefined ? {} : { sign_for },
    body: {
      ingestion_id,
      page: node.getNodeParameter('page') as number,
      ...(callback_url ? { callback_url } : {}),
    },
  })
}

/** Only calls that can cost something say what they cost. */
function costOf({ headers }: IN8nHttpFullResponse): IDataObject {
  const charged = headers['x-credits-charged']
  if (charged === undefined) return {}
  return { credits_charged: Number(charged), credits_remaining: Number(headers['x-credits-remaining']) }
}

async function fetched(ask: Ask, url: string): Promise<Buffer> {
  const { body } = await ask({ method: 'GET', url, headers: { Accept: '*/*' }, encoding: 'arraybuffer' })
  return Buffer.from(body as ArrayBuffer)
}

async function asBinary(
  node: IExecutePaginationFunctions,
  bytes: Buffer,
  { mime = 'application/pdf', id, title }: IDataObject,
): Promise<INodeExecutionData['binary']> {
  const type = String(mime)
  const name = `${String(title ?? id)}.${type.slice(type.indexOf('/') + 1).replace('jpeg', 'jpg')}`
  const field = node.getNodeParameter('outputField') as string
  return { [field]: await node.helpers.prepareBinaryData(bytes, name, type) }
}

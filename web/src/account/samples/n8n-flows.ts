/* Flows to paste onto n8n's canvas. The photo comes in under `data`, as n8n's own nodes pass files on. */

import { accountWords } from '#words/account'

const { samples: ours } = accountWords.api
/** Names and messages used in the sample programs, in one language. */
export type SampleWords = typeof ours

type Parameters = Readonly<Record<string, unknown>>
type Field = { readonly name: string; readonly value: string }

/** A chain of nodes as text that n8n accepts from the clipboard. */
function flowOf(nodes: readonly { readonly name: string }[]): string {
  const links = nodes.slice(1).map(({ name }, index) => {
    return [nodes[index]!.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]
  })
  return JSON.stringify({ nodes, connections: Object.fromEntries(links) }, null, 2)
}

/**
 * n8n's HTTP request node. It uses a « Header Auth » credential, so that the flow holds no key. Five seconds is
 * n8n's longest wait between tries; the call is safe to repeat.
 */
function request(name: string, place: number, parameters: Parameters) {
  return {
    name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    position: [220 * place, 0],
    parameters: { ...parameters, authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
    retryOnFail: true,
    maxTries: 5,
    waitBetweenTries: 5000,
  }
}

const form = (parameters: readonly Parameters[]): Parameters => ({
  method: 'POST',
  sendBody: true,
  contentType: 'multipart-form-data',
  bodyParameters: { parameters },
})
const headers = (parameters: readonly Field[]): Parameters => ({
  sendHeaders: true,
  headerParameters: { parameters },
})
const photo = { parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' }
const asFile = { options: { response: { response: { responseFormat: 'file' } } } }

/** Upload, detection, straightening, and the picture as a file. */
export function chainFlow(origin: string, { nodes } = ours): string {
  const page = `={{ $('${nodes.upload}').item.json.ingestion_id }}`
  const api = `${origin}/api/v1/detourage`
  const once = headers([{ name: 'Idempotency-Key', value: `${page}-1` }])
  const wanted = [
    { name: 'ingestion_id', value: page },
    { name: 'options', value: '{"relighting":false,"dpi":300}' },
  ]
  return flowOf([
    request(nodes.upload, 0, { url: `${api}/ingest`, ...form([photo]) }),
    request(nodes.detection, 1, { url: `${api}/detect`, ...form([{ name: 'ingestion_id', value: page }]) }),
    request(nodes.straightening, 2, { url: `${api}/rectify`, ...once, ...form(wanted) }),
    request(nodes.image, 3, { url: `=${origin}{{ $json.artifacts.warped_path }}`, ...asFile }),
  ])
}

/** The same in one call that returns the straightened page. */
export function oneShotFlow(origin: string, { nodes } = ours): string {
  const asked = headers([
    { name: 'Accept', value: 'image/png' },
    { name: 'Idempotency-Key', value: '={{ $execution.id }}-{{ $itemIndex }}' },
  ])
  const url = `${origin}/api/v1/detourage`
  return flowOf([request(nodes.straightening, 0, { url, ...asked, ...form([photo]), ...asFile })])
}

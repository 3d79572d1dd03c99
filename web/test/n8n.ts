import { runInNewContext } from 'node:vm'

/** Does with a flow of requests in a row what n8n does, as far as the flows of the API page need it. */

type Field = { readonly name: string; readonly value?: string; readonly inputDataFieldName?: string }
type Node = {
  readonly name: string
  readonly type: string
  readonly parameters: {
    readonly url: string
    readonly method?: string
    readonly headerParameters?: { readonly parameters: readonly Field[] }
    readonly bodyParameters?: { readonly parameters: readonly Field[] }
    /** In these flows only ever: the answer is a file. */
    readonly options?: object
    readonly genericAuthType: string
  }
}
type Item = { readonly json: unknown; readonly binary?: Readonly<Record<string, Blob>> }

/**
 * Runs the flow from the node that none leads to; answers the item that the last node gives.
 * @param text what a reader copies
 * @param input the item that comes in, its file under `data`
 * @param key the value of the credential, sent as X-API-Key
 */
export async function runFlow(text: string, input: Item, key: string): Promise<Item> {
  const { nodes, connections } = JSON.parse(text) as {
    readonly nodes: readonly Node[]
    readonly connections: Readonly<Record<string, { readonly main: readonly [readonly [{ node: string }]] }>>
  }
  const nextOf = (name: string) => connections[name]?.main[0][0].node
  const led = new Set(nodes.map(({ name }) => nextOf(name)))
  const given = new Map<string, Item>()
  let item = input
  let name = nodes.find((node) => !led.has(node.name))?.name
  while (name !== undefined) {
    const node = nodes.find((candidate) => candidate.name === name)!
    item = await runRequest(node, item, { key, given })
    given.set(name, item)
    name = nextOf(name)
  }
  return item
}

async function runRequest(
  { type, parameters }: Node,
  item: Item,
  { key, given }: { key: string; given: ReadonlyMap<string, Item> },
): Promise<Item> {
  if (type !== 'n8n-nodes-base.httpRequest' || parameters.genericAuthType !== 'httpHeaderAuth')
    throw new Error(`a node of another kind: ${type}`)
  const valueOf = (text: string) => (text.startsWith('=') ? filled(text.slice(1), item, given) : text)
  const headers = new Headers({ 'X-API-Key': key })
  for (const { name, value = '' } of fieldsOf(parameters.headerParameters)) headers.set(name, valueOf(value))
  const body = new FormData()
  for (const field of fieldsOf(parameters.bodyParameters))
    body.append(field.name, partOf(field, item, valueOf))
  const { method = 'GET', options } = parameters
  const response = await fetch(valueOf(parameters.url), {
    method,
    headers,
    ...(method === 'POST' && { body }),
  })
  if (!response.ok) throw new Error(await response.text())
  return options ? { json: {}, binary: { data: await response.blob() } } : { json: await response.json() }
}

function partOf(
  { value = '', inputDataFieldName }: Field,
  { binary }: Item,
  valueOf: (text: string) => string,
) {
  return inputDataFieldName === undefined ? valueOf(value) : binary![inputDataFieldName]!
}

const fieldsOf = (list: { readonly parameters: readonly Field[] } | undefined) => list?.parameters ?? []

/** A text with its expressions in double braces replaced by their values. */
function filled(text: string, { json }: Item, given: ReadonlyMap<string, Item>): string {
  return text.replace(/\{\{(.*?)\}\}/g, (_, expression: string) => {
    const $ = (name: string) => ({ item: given.get(name) })
    return String(runInNewContext(expression, { $json: json, $, $execution: { id: '7' }, $itemIndex: 0 }))
  })
}

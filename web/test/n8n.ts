import { runInNewContext } from 'node:vm'

/** Runs a linear flow of requests like n8n, as far as the API page's flows need it. */

type Field = { readonly name: string; readonly value?: string; readonly inputDataFieldName?: string }
type Node = {
  readonly name: string
  readonly type: string
  readonly parameters: {
    readonly url: string
    readonly method?: string
    readonly headerParameters?: { readonly parameters: readonly Field[] }
    readonly bodyParameters?: { readonly parameters: readonly Field[] }
    /** In these flows, only ever says that the answer is a file. */
    readonly options?: object
    readonly genericAuthType: string
  }
}
type Item = { readonly json: unknown; readonly binary?: Readonly<Record<string, Blob>> }

/**
 * Runs the flow from the node without an incoming link; returns the last node's item.
 * @param text the flow as copied from the page
 * @param input the incoming item, its file under `data`
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

/** Replaces a text's expressions in double braces with their values. */
function filled(text: string, { json }: Item, given: ReadonlyMap<string, Item>): string {
  return text.replace(/\{\{(.*?)\}\}/g, (_, expression: string) => {
    const $ = (name: string) => ({ item: given.get(name) })
    return String(runInNewContext(expression, { $json: json, $, $execution: { id: '7' }, $itemIndex: 0 }))
  })
}

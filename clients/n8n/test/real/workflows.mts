/** Workflows as n8n imports them: the whole job by hand, the trigger, and a wait that a `callback_url` ends. */

type Node = {
  readonly name: string
  readonly type: string
  readonly version: number
  readonly parameters: object
  readonly more: object | undefined
}
/** Those of the node, and what else n8n keeps of it. */
type Parameters = Readonly<Record<string, unknown>> & { readonly more?: object }
type Places = { readonly photo: string; readonly out: string; readonly report: string }

const base = 'n8n-nodes-base'
const credentials = { equerreApi: { id: 'equerre1', name: 'Équerre' } }

export const secretOf = (data: { url: string; apiKey: string }) => [
  { id: 'equerre1', name: 'Équerre', type: 'equerreApi', data },
]

export function workflowsOf(places: Places) {
  const options = { dpi: 72, format: 'jpeg' }
  const read = node('Read', [`${base}.readWriteFile`], { operation: 'read', fileSelector: places.photo })
  return [
    chain('byhand', [
      node('Start', [`${base}.manualTrigger`], {}),
      read,
      ours('Straighten', { operation: 'straighten', options }),
      write('Page', `${places.out}/page.jpg`),
      ours('Assemble', { resource: 'assembly', more: { executeOnce: true } }),
      write('PDF', `${places.out}/dossier.pdf`),
      ours('Left', { resource: 'credit' }),
    ]),
    chain('triggered', [
      node('Told', ['n8n-nodes-equerre.equerreTrigger'], {
        events: ['assembly.finished'],
        more: { credentials, webhookId: 'told' },
      }),
      report(places, 'triggered'),
    ]),
    chain('waiting', [
      node('Go', [`${base}.webhook`, 2], { path: 'go', httpMethod: 'POST', more: { webhookId: 'go' } }),
      read,
      ours('Begin', {
        operation: 'straighten',
        options: { ...options, wait: false, callback_url: '={{ $execution.resumeUrl }}' },
      }),
      node('Wait', [`${base}.wait`, 1.1], {
        resume: 'webhook',
        httpMethod: 'POST',
        more: { webhookId: 'wait' },
      }),
      ours('End', { resource: 'job', operation: 'get', jobId: '={{ $("Begin").item.json.id }}' }),
      report(places, 'waited'),
    ]),
  ]
}

type Kind = readonly [type: string, version?: number]

function node(name: string, [type, version = 1]: Kind, { more, ...parameters }: Parameters): Node {
  return { name, type, version, parameters, more }
}

function ours(name: string, { more, ...parameters }: Parameters): Node {
  return node(name, ['n8n-nodes-equerre.equerre'], { ...parameters, more: { credentials, ...more } })
}

function write(name: string, fileName: string): Node {
  return node(name, [`${base}.readWriteFile`], { operation: 'write', fileName })
}

/** Tells the script what came out. */
function report({ report: url }: Places, name: string): Node {
  return node('Report', [`${base}.httpRequest`, 4.2], {
    method: 'POST',
    url: `${url}/${name}`,
    sendBody: true,
    specifyBody: 'json',
    jsonBody: '={{ JSON.stringify($json) }}',
  })
}

function chain(id: string, nodes: readonly Node[]) {
  const pairs = nodes.slice(1).map(({ name }, index) => [nodes[index]!.name, name] as const)
  return {
    id,
    name: id,
    active: false,
    settings: { executionOrder: 'v1' },
    nodes: nodes.map(({ version, more, ...rest }, index) => ({
      ...rest,
      id: `${id}-${index}`,
      typeVersion: version,
      position: [index * 200, 0],
      ...more,
    })),
    connections: Object.fromEntries(
      pairs.map(([from, to]) => [from, { main: [[{ node: to, type: 'main', index: 0 }]] }]),
    ),
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { INodeExecutionData, INodeParameters, IWorkflowExecuteAdditionalData } from 'n8n-workflow'
import type { N8n } from './n8n.ts'

/** The trigger in a workflow, at an address of its own. */
export async function placeTrigger(n8n: N8n, asked: INodeParameters) {
  const { node, nodeType, workflow } = n8n.place('equerreTrigger', asked)
  const { core, additional } = n8n
  const told: INodeExecutionData[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const webhook = { webhookDescription: nodeType.description.webhooks![0]! } as never
    const seen = { ...additional, ...(await asExpress(request, response)) }
    const context = new core.WebhookContext(
      ...([workflow, node, seen, 'webhook', webhook] as const),
      [],
      null,
    )
    const { workflowData, noWebhookResponse } = await nodeType.webhook!.call(context)
    told.push(...(workflowData?.[0] ?? []))
    if (!noWebhookResponse) response.end()
  }
  const server = createServer((request, response) => void take(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const webhookBaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const there = { ...additional, webhookBaseUrl }
  const hooks = new core.HookContext(...([workflow, node, there, 'trigger', 'activate'] as const))
  const { checkExists, create, delete: remove } = nodeType.webhookMethods!.default!
  return {
    /** What would start the workflow. */
    told,
    url: hooks.getNodeWebhookUrl('default')!,
    kept: workflow.getStaticData('node', node),
    checkExists: () => checkExists.call(hooks),
    create: () => create.call(hooks),
    remove: () => remove.call(hooks),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What n8n hands a webhook of its server's request: parsed, with the bytes as they came. */
async function asExpress(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Partial<IWorkflowExecuteAdditionalData>> {
  const rawBody = Buffer.concat(await request.toArray())
  const status = (code: number) => {
    response.statusCode = code
    return { json: (body: unknown) => response.end(JSON.stringify(body)) }
  }
  const body: unknown = JSON.parse(rawBody.toString())
  return {
    httpRequest: Object.assign(request, { rawBody, body }),
    httpResponse: Object.assign(response, { status }),
  } as unknown as Partial<IWorkflowExecuteAdditionalData>
}

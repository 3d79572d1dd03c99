import {
  NodeConnectionTypes,
  type IDataObject,
  type IHookFunctions,
  type IHttpRequestMethods,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
} from 'n8n-workflow'
import { isSigned } from './signature'

/** What n8n keeps for the node as long as the workflow is active. */
type Kept = { webhookId?: string; secret?: string }

export class EquerreTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Équerre Trigger',
    name: 'equerreTrigger',
    icon: { light: 'file:../../icons/equerre.svg', dark: 'file:../../icons/equerre.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when a page is made, a call fails or credits are low',
    defaults: { name: 'Équerre Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'equerreApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'equerre' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: [
          { name: 'Assembly Failed', value: 'assembly.failed' },
          { name: 'Assembly Finished', value: 'assembly.finished' },
          { name: 'Credits Low', value: 'credits.low' },
          { name: 'Detection Failed', value: 'detection.failed' },
          { name: 'Detection Finished', value: 'detection.finished' },
          { name: 'File Failed', value: 'ingestion.failed' },
          { name: 'File Received', value: 'ingestion.finished' },
          { name: 'Page Failed', value: 'rectification.failed' },
          { name: 'Page Made', value: 'rectification.finished' },
          { name: 'Review Required', value: 'review.required' },
        ],
        default: ['rectification.finished'],
      },
      {
        displayName: 'Credits Are Low Below',
        name: 'creditsLowAt',
        type: 'number',
        typeOptions: { minValue: 1, maxValue: 1000000 },
        default: 10,
        displayOptions: { show: { events: ['credits.low'] } },
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId, secret } = keptBy(this)
        if (webhookId === undefined || secret === undefined) return false
        const { webhooks } = await call(this, { method: 'GET' })
        const url = this.getNodeWebhookUrl('default')
        return (webhooks as IDataObject[]).some(
          (webhook) => webhook.id === webhookId && webhook.url === url && webhook.state !== 'gone',
        )
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const { id, secret } = await call(this, {
          method: 'POST',
          body: {
            url: this.getNodeWebhookUrl('default'),
            events: this.getNodeParameter('events') as string[],
            credits_low_at: this.getNodeParameter('creditsLowAt', 10) as number,
          },
        })
        Object.assign(keptBy(this), { webhookId: id, secret })
        return true
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = keptBy(this)
        if (kept.webhookId === undefined) return true
        const { webhooks } = await call(this, { method: 'GET' })
        // Somebody may have removed it on the account page.
        if ((webhooks as IDataObject[]).some(({ id }) => id === kept.webhookId))
          await call(this, { method: 'DELETE', path: `/${kept.webhookId}` })
        delete kept.webhookId
        delete kept.secret
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node') as Kept
    const headers = this.getHeaderData()
    const { rawBody } = this.getRequestObject()
    if (secret === undefined || !isSigned(rawBody, headers, { secret, now: Date.now() })) {
      this.getResponseObject().status(401).json({ error: 'The signature is not ours.' })
      return { noWebhookResponse: true }
    }
    // A delivery that is repeated has the same id.
    const event = { ...this.getBodyData(), delivery_id: headers['webhook-id'] as string }
    return { workflowData: [this.helpers.returnJsonArray(event)] }
  }
}

function keptBy(node: IHookFunctions): Kept {
  return node.getWorkflowStaticData('node')
}

async function call(
  node: IHookFunctions,
  request: { method: IHttpRequestMethods; path?: string; body?: IDataObject },
): Promise<IDataObject> {
  const { url } = await node.getCredentials<{ url: string }>('equerreApi')
  const { method, path = '', body } = request
  return (await node.helpers.httpRequestWithAuthentication.call(node, 'equerreApi', {
    method,
    baseURL: url.replace(/[/]+$/, ''),
    url: `/api/v1/webhooks${path}`,
    body,
    json: true,
  })) as IDataObject
}

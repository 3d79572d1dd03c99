import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow'
import { assemblyDescription } from './resources/assembly'
import { creditDescription } from './resources/credit'
import { documentDescription } from './resources/document'
import { jobDescription } from './resources/job'
import { untilEnded } from './until-ended'

export class Equerre implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Équerre',
    name: 'equerre',
    icon: { light: 'file:../../icons/equerre.svg', dark: 'file:../../icons/equerre.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Crop, straighten and read photographed documents',
    defaults: { name: 'Équerre' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'equerreApi', required: true }],
    requestDefaults: {
      baseURL: '={{$credentials.url.replace(/[/]+$/, "")}}',
      headers: { Accept: 'application/json', 'Accept-Language': 'en' },
    },
    requestOperations: { pagination: untilEnded },
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Assembly', value: 'assembly' },
          { name: 'Credit', value: 'credit' },
          { name: 'Document', value: 'document' },
          { name: 'Job', value: 'job' },
        ],
        default: 'document',
      },
      ...documentDescription,
      ...assemblyDescription,
      ...creditDescription,
      ...jobDescription,
    ],
  }
}

import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow'

export class EquerreApi implements ICredentialType {
  name = 'equerreApi'

  displayName = 'Équerre API'

  icon: Icon = { light: 'file:../icons/equerre.svg', dark: 'file:../icons/equerre.dark.svg' }

  documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-equerre#credentials'

  properties: INodeProperties[] = [
    {
      displayName: 'Server',
      name: 'url',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://equerre.example',
      description: 'Where Équerre is, without /api',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'From the account page. A named key needs the scope “straighten”; the trigger, “manage”.',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
  }

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.url.replace(/[/]+$/, "")}}', url: '/api/credits/me' },
  }
}

import type { INodeProperties } from 'n8n-workflow'

export const creditDescription: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['credit'] } },
    options: [
      {
        name: 'Get',
        value: 'get',
        action: 'Get the credits left',
        description: 'How many credits are left',
        routing: {
          request: { method: 'GET', url: '/api/credits/me' },
        },
      },
    ],
    default: 'get',
  },
]

import type { INodeProperties } from 'n8n-workflow'

const ofJob = { show: { resource: ['job'] } }

export const jobDescription: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: ofJob,
    options: [
      {
        name: 'Get',
        value: 'get',
        action: 'Get a job',
        description: 'What came of a call that was not waited for, with its file',
        routing: {
          request: { method: 'GET', url: '=/api/v1/detourage/jobs/{{encodeURIComponent($parameter.jobId)}}' },
          send: { paginate: true },
        },
      },
    ],
    default: 'get',
  },
  {
    displayName: 'Job ID',
    name: 'jobId',
    type: 'string',
    required: true,
    default: '',
    displayOptions: ofJob,
    description: 'From the reply of a call that was not waited for, or from an event of the trigger',
  },
  {
    displayName: 'Put Output File in Field',
    name: 'outputField',
    type: 'string',
    required: true,
    default: 'data',
    displayOptions: ofJob,
    hint: 'The name of the output binary field, where the job made a file',
  },
  {
    displayName: 'Wait Until It Ends',
    name: 'wait',
    type: 'boolean',
    default: true,
    displayOptions: ofJob,
    description: 'Whether to wait for the job, instead of replying its state',
  },
]

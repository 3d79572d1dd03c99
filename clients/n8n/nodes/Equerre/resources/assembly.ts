import type { INodeProperties } from 'n8n-workflow'
import { asAssembly } from '../requests'
import { compression, maxBytes, sending, standard } from './options'

const ofAssembly = { show: { resource: ['assembly'] } }

export const assemblyDescription: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: ofAssembly,
    options: [
      {
        name: 'Create',
        value: 'create',
        action: 'Create an assembly',
        description: 'Assemble straightened pages in one searchable PDF. Free of charge.',
        routing: {
          request: { method: 'POST', url: '/api/v1/detourage/assemblies' },
          send: { paginate: true, preSend: [asAssembly] },
        },
      },
    ],
    default: 'create',
  },
  {
    displayName: 'Page IDs',
    name: 'pageIds',
    type: 'string',
    required: true,
    default: '={{ $input.all().map((page) => page.json.id) }}',
    displayOptions: ofAssembly,
    description:
      'Which straightened pages, in the order of the PDF: a list, or text with commas between them. As it is here, all pages of the input: switch on “Execute Once” in the settings of this node.',
  },
  {
    displayName: 'Put Output File in Field',
    name: 'outputField',
    type: 'string',
    required: true,
    default: 'data',
    displayOptions: ofAssembly,
    hint: 'The name of the output binary field of the PDF',
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    displayOptions: ofAssembly,
    options: [
      ...sending,
      compression,
      {
        displayName: 'Layout',
        name: 'layout',
        type: 'options',
        options: [
          { name: 'Card: Both Sides on One Sheet', value: 'card' },
          { name: 'One Page After Another', value: 'pages' },
        ],
        default: 'pages',
      },
      maxBytes,
      {
        displayName: 'Page Size',
        name: 'page_size',
        type: 'options',
        options: [
          { name: 'All on A4', value: 'a4' },
          { name: 'Each in Its Own Size', value: 'as_is' },
        ],
        default: 'as_is',
      },
      standard,
      {
        displayName: 'Text',
        name: 'text',
        type: 'boolean',
        default: true,
        description: 'Whether the text of the pages is found in the PDF',
      },
      { displayName: 'Title', name: 'title', type: 'string', default: '' },
    ],
  },
]

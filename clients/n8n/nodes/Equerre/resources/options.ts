import type { INodeProperties } from 'n8n-workflow'

/** Of every call that may take a while. */
export const sending: INodeProperties[] = [
  {
    displayName: 'Callback URL',
    name: 'callback_url',
    type: 'string',
    default: '',
    placeholder: '={{ $execution.resumeUrl }}',
    description:
      'An address to tell when it has ended, for a Wait node that resumes “On Webhook Call”: switch off “Wait Until It Ends” too',
  },
  {
    displayName: 'Signed Addresses for (Seconds)',
    name: 'sign_for',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 3600,
    description: 'How long the addresses in the reply open without a key',
  },
  {
    displayName: 'Wait Until It Ends',
    name: 'wait',
    type: 'boolean',
    default: true,
    description: 'Whether to wait, instead of replying a job to get later',
  },
]

export const compression: INodeProperties = {
  displayName: 'PDF Compression',
  name: 'compression',
  type: 'options',
  options: [
    { name: 'As One Picture', value: 'jpeg' },
    { name: 'Automatic', value: 'auto' },
    { name: 'Lossless', value: 'lossless' },
  ],
  default: 'auto',
}

export const maxBytes: INodeProperties = {
  displayName: 'PDF Size at Most (Bytes)',
  name: 'max_bytes',
  type: 'number',
  typeOptions: { minValue: 1 },
  default: 2000000,
}

export const standard: INodeProperties = {
  displayName: 'PDF Standard',
  name: 'standard',
  type: 'options',
  options: [
    { name: 'PDF', value: 'pdf' },
    { name: 'PDF/A-2b, for Archives', value: 'pdfa-2b' },
  ],
  default: 'pdf',
}

import type { INodeProperties } from 'n8n-workflow'
import { asPage, asUpload } from '../requests'
import { sending } from './options'
import { pageOptions, password } from './page-options'

const ofDocument = { resource: ['document'] }
const made = { show: { ...ofDocument, operation: ['straighten', 'readText'] } }

/** A file is sent with what is asked of it in one call; one that was sent before has a call of its own. */
const pageUrl = '={{$parameter.source === "ingestion" ? "/api/v1/detourage/rectify" : "/api/v1/detourage"}}'
const cornersUrl = '={{"/api/v1/detourage/" + ($parameter.source === "ingestion" ? "detect" : "ingest")}}'

export const documentDescription: INodeProperties[] = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: ofDocument },
    options: [
      {
        name: 'Detect',
        value: 'detect',
        action: 'Detect a document',
        description: 'Find the corners of the document. Free of charge.',
        routing: {
          request: { method: 'POST', url: cornersUrl },
          send: { paginate: true, preSend: [asUpload] },
        },
      },
      {
        name: 'Read Text',
        value: 'readText',
        action: 'Read the text of a document',
        description: 'Straighten the document and read its text. One credit, only where a page is made.',
        routing: {
          request: { method: 'POST', url: pageUrl },
          send: { paginate: true, preSend: [asPage] },
        },
      },
      {
        name: 'Straighten',
        value: 'straighten',
        action: 'Straighten a document',
        description: 'Crop and straighten the document. One credit, only where a page is made.',
        routing: {
          request: { method: 'POST', url: pageUrl },
          send: { paginate: true, preSend: [asPage] },
        },
      },
    ],
    default: 'straighten',
  },
  {
    displayName: 'Source',
    name: 'source',
    type: 'options',
    displayOptions: { show: ofDocument },
    options: [
      { name: 'Address of a File', value: 'url' },
      { name: 'Binary File', value: 'binary' },
      { name: 'File Sent Before', value: 'ingestion' },
    ],
    default: 'binary',
  },
  {
    displayName: 'Input Binary Field',
    name: 'inputField',
    type: 'string',
    required: true,
    default: 'data',
    displayOptions: { show: { ...ofDocument, source: ['binary'] } },
    hint: 'The name of the input binary field with the photograph or PDF',
  },
  {
    displayName: 'Address',
    name: 'url',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'https://example.com/photo.jpg',
    displayOptions: { show: { ...ofDocument, source: ['url'] } },
    description: 'Where the photograph or PDF is. Équerre fetches it: it must be open to the internet.',
  },
  {
    displayName: 'Ingestion ID',
    name: 'ingestionId',
    type: 'string',
    required: true,
    default: '',
    displayOptions: { show: { ...ofDocument, source: ['ingestion'] } },
    description: 'The “ingestion_id” of an earlier reply',
  },
  {
    displayName: 'Page',
    name: 'page',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 1,
    displayOptions: { show: ofDocument },
    description: 'Which page of a PDF or of a TIFF',
  },
  {
    displayName: 'Put Output File in Field',
    name: 'outputField',
    type: 'string',
    required: true,
    default: 'data',
    displayOptions: made,
    hint: 'The name of the output binary field of the straightened page',
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    displayOptions: { show: { ...ofDocument, operation: ['detect'] } },
    options: [...sending, password],
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    displayOptions: made,
    options: [...sending, password, ...pageOptions],
  },
]

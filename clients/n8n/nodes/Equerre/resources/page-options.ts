import type { INodeProperties } from 'n8n-workflow'
import { compression, maxBytes, standard } from './options'

export const password: INodeProperties = {
  displayName: 'Password of the PDF',
  name: 'password',
  type: 'string',
  typeOptions: { password: true },
  default: '',
}

/** Of the page to make; named as the API names them. */
export const pageOptions: INodeProperties[] = [
  {
    displayName: 'Corners',
    name: 'corners',
    type: 'json',
    default: '[[0, 0], [1, 0], [1, 1], [0, 1]]',
    description:
      'Four corners, clockwise from the document’s own top left, relative to the upright photograph; they replace detection',
  },
  {
    displayName: 'Document',
    name: 'document',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: 1,
    description: 'Which of several documents on one photograph, as detection numbers them',
  },
  {
    displayName: 'Even Out the Light',
    name: 'relighting',
    type: 'boolean',
    default: false,
    description: 'Whether shadows are taken out and paper becomes white',
  },
  {
    displayName: 'Filter',
    name: 'filter',
    type: 'options',
    options: [
      { name: 'Black and White', value: 'bw' },
      { name: 'Color', value: 'color' },
      { name: 'Grey', value: 'gray' },
    ],
    default: 'color',
  },
  {
    displayName: 'Flatten',
    name: 'flatten',
    type: 'options',
    options: [
      { name: 'Off', value: 'off' },
      { name: 'Where It Is Certain', value: 'auto' },
    ],
    default: 'auto',
    description: 'Whether the curvature of a sheet is taken out',
  },
  {
    displayName: 'Format',
    name: 'format',
    type: 'options',
    options: [
      { name: 'JPEG', value: 'jpeg' },
      { name: 'PDF', value: 'pdf' },
      { name: 'PNG', value: 'png' },
      { name: 'WebP', value: 'webp' },
    ],
    default: 'png',
  },
  {
    displayName: 'Paper',
    name: 'paper',
    type: 'options',
    options: [
      { name: 'A4', value: 'a4' },
      { name: 'A5', value: 'a5' },
      { name: 'As Measured', value: 'none' },
      { name: 'Automatic', value: 'auto' },
      { name: 'Card (ID-1)', value: 'id1' },
      { name: 'Legal', value: 'legal' },
      { name: 'Letter', value: 'letter' },
    ],
    default: 'auto',
  },
  compression,
  maxBytes,
  standard,
  { displayName: 'Resolution (DPI)', name: 'dpi', type: 'number', default: 300 },
  {
    displayName: 'Text',
    name: 'text',
    type: 'boolean',
    default: false,
    description: 'Whether its text is read too, at no further cost',
  },
  {
    displayName: 'Turn (Degrees)',
    name: 'turn',
    type: 'options',
    options: [
      { name: '0', value: 0 },
      { name: '180', value: 180 },
      { name: '270', value: 270 },
      { name: '90', value: 90 },
    ],
    default: 0,
    description: 'How far to turn the finished page clockwise',
  },
]

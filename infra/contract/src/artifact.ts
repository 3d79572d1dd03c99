import { z } from 'zod'
import { decimal } from './decimal.ts'
import { defineEndpoint } from './endpoint.ts'
import { formatExtensions, formatMimes, textFormats } from './formats.ts'

const extensions = [...formatExtensions, ...Object.keys(textFormats)]
const fileName = new RegExp(`^[0-9a-z-]{1,64}\\.(${extensions.join('|')})$`)

export const getArtifact = defineEndpoint({
  name: 'getArtifact',
  method: 'GET',
  path: '/v1/detourage/artifacts/:ingestion/:file',
  access: 'anyone',
  scopes: ['straighten', 'read'],
  params: z.object({ ingestion: z.uuid(), file: z.string().regex(fileName) }),
  query: z.object({
    expires: decimal(z.int()).optional().describe('signed_until'),
    signature: z.string().max(100).optional().describe('signature'),
  }),
  body: z.void(),
  reply: z.void(),
  files: [...formatMimes, ...Object.values(textFormats).map(({ mime }) => mime)],
  problems: [
    'unauthenticated',
    'not_found',
    'expired',
    'range_not_satisfiable',
    'rate_limited',
    'unavailable',
  ],
})

/** The files kept: a preview of each upload, and the pictures that its steps produce. */
export const artifactKinds = [
  'preview',
  'viz',
  'mask',
  'warped',
  'searchable',
  'assembled',
  'text',
  'screen',
  'thumb',
] as const
export type ArtifactKind = (typeof artifactKinds)[number]

/** The parts of a download’s file name; its kind is written as a word in the reader’s language. */
export type DownloadParts = {
  readonly base: string
  readonly kind: ArtifactKind | null
  readonly extension: string
}

/** Root-relative address of an artifact file. */
export function artifactPath(ingestionId: string, file: string): string {
  return `/api/v1/detourage/artifacts/${ingestionId}/${file}`
}

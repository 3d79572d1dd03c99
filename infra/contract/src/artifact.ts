import { z } from 'zod'
import { outputFormats } from './detourage.ts'
import { decimal } from './decimal.ts'
import { defineEndpoint } from './endpoint.ts'

export const getArtifact = defineEndpoint({
  name: 'getArtifact',
  method: 'GET',
  path: '/v1/detourage/artifacts/:ingestion/:file',
  access: 'anyone',
  params: z.object({ ingestion: z.uuid(), file: z.string().regex(/^[0-9a-z-]{1,64}\.(png|jpg|webp|pdf)$/) }),
  query: z.object({
    expires: decimal(z.int()).optional().describe('signed_until'),
    signature: z.string().max(100).optional().describe('signature'),
  }),
  body: z.void(),
  reply: z.void(),
  files: Object.values(outputFormats),
  problems: ['unauthenticated', 'not_found', 'expired', 'rate_limited'],
})

/** The root-relative address of an artifact file. */
export function artifactPath(ingestionId: string, file: string): string {
  return `/api/v1/detourage/artifacts/${ingestionId}/${file}`
}

import { z } from 'zod'
import { Corners, DetectReply, IngestReply, RectifyReply, RunningJob } from './detourage.ts'
import { ProblemBody } from './problems.ts'

/** What was made of one document of a page. */
const DocumentItem = z.object({
  document: z.number().int(),
  rectify: RectifyReply,
  free_corrections: z.number().int().min(0).describe('free_corrections'),
  free_renderings: z.number().int().min(0).describe('free_renderings'),
  captured: z.array(Corners).describe('captured'),
})
export type DocumentItem = z.output<typeof DocumentItem>

/** One uploaded file and everything made from it. */
export const Item = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.number().int(),
  status: z.enum(['uploading', 'ingested', 'detecting', 'detected', 'rectifying', 'done', 'error']),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  ingest: IngestReply.nullable(),
  pages: z.array(
    z.object({
      page: z.number().int(),
      detect: DetectReply.nullable(),
      rectify: RectifyReply.nullable(),
      free_corrections: z.number().int().min(0).describe('free_corrections'),
      free_renderings: z.number().int().min(0).describe('free_renderings'),
      documents: z.array(DocumentItem).describe('document_items'),
    }),
  ),
  jobs: z.array(RunningJob),
  error: ProblemBody.omit({ request_id: true }).nullable(),
})
export type Item = z.output<typeof Item>

import { getArtifact } from '@equerre/contract/detourage'
import { Problem } from '@equerre/contract/problems'
import { create as contentDisposition } from 'content-disposition'
import type { Request, Response, Router } from 'express'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../context.ts'
import { readArtifact, type Artifact } from '../flow/read-artifact.ts'
import { admit, visitorOf } from './visitor.ts'

export function mountArtifacts(ctx: Context, router: Router): void {
  router.get(getArtifact.path, admit(ctx, getArtifact), async (request, response) => {
    const parsed = getArtifact.params.safeParse(request.params)
    if (!parsed.success) throw new Problem('not_found')
    const { ingestion: ingestionId, file } = parsed.data
    const { principal } = visitorOf(response)
    await send(await readArtifact(ctx, { ingestionId, file, ownerId: principal.id }), request, response)
  })
}

async function send(artifact: Artifact, request: Request, response: Response): Promise<void> {
  const { bytes, etag, mime, downloadName } = artifact
  response.set({
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': contentDisposition(downloadName, { type: 'inline' }),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Type': mime,
    ETag: etag,
  })
  if (request.fresh) return void response.status(304).end()
  const range = chosenRange(request, bytes)
  if (range === 'unsatisfiable') {
    response.status(416).set('Content-Range', `bytes */${bytes}`).end()
    return
  }
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`)
  response.set('Content-Length', String(range ? range.end - range.start + 1 : bytes))
  if (request.method === 'HEAD') return void response.end()
  const { stream } = await artifact.open(range ?? undefined)
  // A reader that leaves in the middle is no error of ours.
  await pipeline(stream, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

/** One range is honoured; several, or a unit other than bytes, get the whole. */
function chosenRange(
  request: Request,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const ranges = request.range(bytes)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}

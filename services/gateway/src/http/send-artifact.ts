import { Problem } from '@equerre/contract/problems'
import { languageFor } from '@equerre/platform/http'
import { downloadName } from '@equerre/words/download-name'
import { create as contentDisposition } from 'content-disposition'
import type { Request, Response } from 'express'
import type { Artifact } from '../flow/read-artifact.ts'
import { sendAll } from './send-stream.ts'

/** Sends a file, or the range of it that a GET asks for. @throws Problem `range_not_satisfiable`, with the file’s size in `Content-Range` */
export async function sendArtifact(artifact: Artifact, response: Response): Promise<void> {
  const { req: request } = response
  const { bytes, etag, mime, download } = artifact
  // A letter or an identity card: no proxy or browser may keep a copy.
  response.set({ 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store', ETag: etag })
  if (request.fresh) return void response.status(304).end()
  const range = chosenRange(request, bytes)
  if (range === 'unsatisfiable') {
    response.set('Content-Range', `bytes */${bytes}`)
    throw new Problem('range_not_satisfiable')
  }
  // Before anything is said about the bytes: where they cannot be had, a refusal is sent instead.
  const object = request.method === 'HEAD' ? null : await artifact.open(range ?? undefined)
  const name = downloadName(download, languageFor(response))
  response.set({
    'Content-Disposition': contentDisposition(name, { type: 'inline' }),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Content-Type': mime,
  })
  if (range) response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`)
  response.set('Content-Length', String(range ? range.end - range.start + 1 : bytes))
  if (!object) return void response.end()
  await sendAll(object.stream, response)
}

/** A single range of a GET is honoured; several, or a unit other than bytes, get the whole file. */
function chosenRange(
  request: Request,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const ranges = request.method === 'POST' ? undefined : request.range(bytes)
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}

import { withInput, type Endpoint } from '@equerre/contract/endpoint'
import { Problem } from '@equerre/contract/problems'
import { StorageError } from '@equerre/platform/storage/error'
import type { Request, RequestHandler } from 'express'
import type { Room } from '@equerre/platform/byte-budget'
import multer, { type Options } from 'multer'
import { callbackify } from 'node:util'
import type { Context } from '../context.ts'
import type { Source } from '../flow/accept-file.ts'
import { discardUpload, receiveFile, type Uploader, type Upload } from '../flow/accept-upload.ts'
import { feedAsRoomAllows } from './feed-parser.ts'
import { visitorOf, type Visitor } from './visitor.ts'

declare module 'express-serve-static-core' {
  interface Request {
    /** The file of an upload endpoint, already in the storage. */
    upload?: Upload
    /** The upload's share of this process's memory. */
    room?: Room
  }
}

/** Streams the part named `file` into the storage as it arrives, without disk or buffer in between. */
export function uploadedFile(ctx: Context, fieldLimits: Options['limits']): RequestHandler {
  // No `fileSize`: the parser would refuse a file of exactly that size and does not know its type. `receiveFile` counts.
  const limits = { ...fieldLimits, files: 1 }
  const storage: multer.StorageEngine = {
    _handleFile: callbackify((request: Request, file: Express.Multer.File) => receive(ctx, request, file)),
    _removeFile: callbackify((request: Request, _file: Express.Multer.File) => discard(ctx, request)),
  }
  const options: Options & { streamHandler: typeof feedAsRoomAllows; highWaterMark: number } = {
    storage,
    limits,
    defParamCharset: 'utf8',
    streamHandler: feedAsRoomAllows,
    highWaterMark: 1,
  }
  return multer(options).single('file')
}

export function uploaderOf({
  principal,
  test,
  key,
  standing,
  route,
  idempotencyKey,
  requestId,
}: Visitor): Uploader {
  return { principal, test, key, standing, route, idempotencyKey, requestId }
}

/** The file of an upload endpoint, or where it is. @throws Problem `invalid_request` if there was neither */
export function sourceOf({ upload }: Request, address: string | undefined): Source {
  if (upload) return { upload }
  if (address !== undefined) return { address }
  throw new Problem('file_missing')
}

/** Checks the form's other fields while the file can still be discarded. */
export function checkedFields(ctx: Context, endpoint: Endpoint): RequestHandler {
  return async (request, response, next) => {
    // Not a field that is unknown, but a file that came as text.
    if (request.body.file !== undefined && !request.upload) throw new Problem('file_missing')
    const { error: unfit } = endpoint.body.safeParse(request.body, withInput)
    const both = request.upload !== undefined && request.body.url !== undefined
    const error = unfit ?? (both ? new Problem('file_or_address') : undefined)
    if (error && request.upload) await discardUpload(ctx, uploaderOf(visitorOf(response)), request.upload)
    next(error)
  }
}

async function receive(ctx: Context, request: Request, file: Express.Multer.File) {
  const visitor = visitorOf(request.res!)
  try {
    request.upload = await receiveFile(ctx, uploaderOf(visitor), {
      name: file.originalname,
      stream: file.stream,
      room: request.room,
    })
    return { path: request.upload.id, size: request.upload.bytes }
  } catch (error) {
    if (error instanceof Problem || error instanceof StorageError) throw error
    // A database failure, or a client that has hung up and hears nothing anyway.
    if (!request.destroyed)
      ctx.log.error({ err: error, requestId: visitor.requestId }, 'upload could not be stored')
    throw new Problem('unavailable')
  }
}

async function discard(ctx: Context, request: Request): Promise<void> {
  if (request.upload) await discardUpload(ctx, uploaderOf(visitorOf(request.res!)), request.upload)
}

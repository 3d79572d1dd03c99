import type { Endpoint } from '@equerre/contract/endpoint'
import { Problem } from '@equerre/contract/problems'
import { StorageError } from '@equerre/platform/storage/error'
import express, { type RequestHandler } from 'express'
import multer, { MulterError } from 'multer'
import type { Context } from '../context.ts'
import { boundedUpload } from './bounded-upload.ts'
import { checkedFields, uploadedFile } from './uploaded-file.ts'

const fieldLimits = {
  fields: 20,
  fieldNameSize: 100,
  fieldSize: 16_000,
  fieldNestingDepth: 1,
  headerPairs: 50,
}

/** Parsers for an endpoint's body: JSON everywhere, multipart and form fields where the contract says so. */
export function readBody(ctx: Context, endpoint: Endpoint): RequestHandler[] {
  const { encoding, bodyKilobytesMax = 64 } = endpoint
  if (encoding === undefined) return []
  const json = express.json({ limit: `${bodyKilobytesMax}kb` })
  if (encoding === 'upload') {
    const upload = boundedUpload(ctx, refusing(uploadedFile(ctx, fieldLimits)))
    return [json, asForm, unlessRead(upload), orEmpty(encoding), checkedFields(ctx, endpoint)]
  }
  if (encoding === 'json') return [json, orEmpty(encoding)]
  const fields = multer({ limits: { ...fieldLimits, files: 0 }, defParamCharset: 'utf8' }).none()
  const form = refusing(fields, 'file_not_taken')
  const urlencoded = express.urlencoded({ extended: false, limit: '64kb' })
  return [json, asForm, urlencoded, form, orEmpty(encoding)]
}

/** Options as the text that a form has: what they are when they do not say depends on more than their schema. */
const asForm: RequestHandler = ({ body }, _response, next) => {
  if (typeof body?.options === 'object') body.options = JSON.stringify(body.options)
  next()
}

/** What names a file takes no place among those that bring theirs. */
function unlessRead(parse: RequestHandler): RequestHandler {
  return (request, response, next) =>
    request.body === undefined ? void parse(request, response, next) : next()
}

/** A missing body counts as empty, so that the refusal names the missing field; not one whose type nobody reads. */
function orEmpty(encoding: NonNullable<Endpoint['encoding']>): RequestHandler {
  return (request, _response, next) => {
    const sent =
      Number(request.get('Content-Length') ?? 0) > 0 || request.get('Transfer-Encoding') !== undefined
    if (request.body === undefined && sent) throw new Problem('body_not_read', { takes: encoding })
    request.body ??= {}
    next()
  }
}

type FileRefusal = 'file_not_alone' | 'file_not_taken'

function refusalOf(code: string, tooManyFiles: FileRefusal) {
  switch (code) {
    case 'LIMIT_FILE_COUNT':
    case 'LIMIT_UNEXPECTED_FILE':
      return tooManyFiles
    case 'LIMIT_FIELD_COUNT':
      return 'form_too_many_fields'
    case 'LIMIT_FIELD_VALUE':
      return 'form_field_too_long'
    default:
      return 'form_malformed'
  }
}

/** What is no error of the form. */
const isAnswered = (error: unknown) => error instanceof Problem || error instanceof StorageError

/** Converts the multipart parser's own errors to refusals. */
function refusing(parse: RequestHandler, tooManyFiles: FileRefusal = 'file_not_alone'): RequestHandler {
  return (request, response, next) => {
    void parse(request, response, (error?: unknown) => {
      if (error === undefined || error === 'router' || error === 'route' || isAnswered(error))
        return next(error)
      next(new Problem(refusalOf(error instanceof MulterError ? error.code : '', tooManyFiles)))
    })
  }
}

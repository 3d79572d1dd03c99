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
    return [json, asForm, unlessRead(upload), orEmpty, checkedFields(ctx, endpoint)]
  }
  if (encoding === 'json') return [json, orEmpty]
  const fields = multer({ limits: { ...fieldLimits, files: 0 }, defParamCharset: 'utf8' }).none()
  return [json, express.urlencoded({ extended: false, limit: '64kb' }), refusing(fields), orEmpty]
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

/** A missing body counts as empty, so that the refusal names the missing field. */
const orEmpty: RequestHandler = (request, _response, next) => {
  request.body ??= {}
  next()
}

const refusals = {
  LIMIT_FILE_COUNT: 'file_not_alone',
  LIMIT_UNEXPECTED_FILE: 'file_not_alone',
  LIMIT_FIELD_COUNT: 'form_too_many_fields',
  LIMIT_FIELD_VALUE: 'form_field_too_long',
} as const

function refusalOf(code: string) {
  return code in refusals ? refusals[code as keyof typeof refusals] : 'form_malformed'
}

/** What is no error of the form. */
const isAnswered = (error: unknown) => error instanceof Problem || error instanceof StorageError

/** Converts the multipart parser's own errors to refusals. */
function refusing(parse: RequestHandler): RequestHandler {
  return (request, response, next) => {
    void parse(request, response, (error?: unknown) => {
      if (error === undefined || error === 'router' || error === 'route' || isAnswered(error))
        return next(error)
      next(new Problem(refusalOf(error instanceof MulterError ? error.code : '')))
    })
  }
}

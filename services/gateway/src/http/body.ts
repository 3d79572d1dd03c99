import type { Endpoint } from '@equerre/contract/endpoint'
import { Problem } from '@equerre/contract/problems'
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

/** The parsers of an endpoint's body: JSON everywhere, multipart and form fields where the contract says so. */
export function readBody(ctx: Context, endpoint: Endpoint): RequestHandler[] {
  const { encoding } = endpoint
  if (encoding === undefined) return []
  if (encoding === 'upload')
    return [
      boundedUpload(ctx, speakFrench(uploadedFile(ctx, fieldLimits))),
      orEmpty,
      checkedFields(ctx, endpoint),
    ]
  const json = express.json({ limit: '64kb' })
  if (encoding === 'json') return [json, orEmpty]
  const fields = multer({ limits: { ...fieldLimits, files: 0 }, defParamCharset: 'utf8' }).none()
  return [json, express.urlencoded({ extended: false, limit: '64kb' }), speakFrench(fields), orEmpty]
}

/** A missing body is an empty one, so that the refusal names the field that is missing. */
const orEmpty: RequestHandler = (request, _response, next) => {
  request.body ??= {}
  next()
}

const sentences: Readonly<Record<string, string>> = {
  LIMIT_FILE_COUNT: 'Un seul fichier par requête, dans le champ « file ».',
  LIMIT_UNEXPECTED_FILE: 'Un seul fichier par requête, dans le champ « file ».',
  LIMIT_FIELD_COUNT: 'Le formulaire contient trop de champs.',
  LIMIT_FIELD_VALUE: 'Un champ du formulaire est trop long.',
}

/** Turns the multipart parser's own errors into refusals. */
function speakFrench(parse: RequestHandler): RequestHandler {
  return (request, response, next) => {
    void parse(request, response, (error?: unknown) => {
      if (error === undefined || error === 'router' || error === 'route' || error instanceof Problem)
        return next(error)
      const code = error instanceof MulterError ? error.code : ''
      if (code === 'LIMIT_FILE_SIZE') return next(new Problem('file_too_large'))
      next(new Problem('invalid_request', sentences[code] ?? 'Le formulaire envoyé est mal formé.'))
    })
  }
}

import { z } from 'zod'
import { AssemblyReply, Layout, PageSize, PdfCompression, PdfStandard, usualPdf } from './assembly.ts'
import { boundedArray } from './bounded-array.ts'
import { callback } from './callback.ts'
import { stepProblems, Turn } from './detourage.ts'
import { defineEndpoint } from './endpoint.ts'
import { signing, signingAgain } from './from-outside.ts'

const charactersMax = 200
/** Neither halves of characters, which no database takes, nor controls, which names of files do not keep either. */
const unfit = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
export const Name = z
  .string()
  .min(1)
  .max(charactersMax)
  .refine((text) => !unfit.test(text))
const placed = {
  turn: Turn.optional().describe('turn'),
  name: Name.optional().describe('page_name'),
}

/** A page that was made, or one of an uploaded PDF as it is. */
export const AssemblyPage = z.union([
  z.strictObject({ rectify_id: z.uuid().describe('assembled_rectify'), ...placed }),
  z.strictObject({
    ingestion_id: z.uuid().describe('assembled_file'),
    page: z.int().positive(),
    ...placed,
  }),
])
export type AssemblyPage = z.output<typeof AssemblyPage>

/** More than a body of this size can name. */
const pagesMost = 5_000

/** Unknown names are refused. How many pages there may be is the operator's to say. */
export const AssemblyRequest = z.strictObject({
  pages: boundedArray(z.array(AssemblyPage).min(1), pagesMost).describe('assembly_pages'),
  title: Name.optional().describe('assembly_title'),
  text: z.boolean().default(true).describe('assembly_text'),
  standard: PdfStandard.default(usualPdf.standard).describe('standard'),
  compression: PdfCompression.default(usualPdf.compression).describe('compression'),
  max_bytes: z.int().positive().optional().describe('max_bytes'),
  page_size: PageSize.default('as_is').describe('page_size'),
  layout: Layout.default('pages').describe('layout'),
  ...callback,
})
export type AssemblyRequest = z.output<typeof AssemblyRequest>

export const assemble = defineEndpoint({
  name: 'assemble',
  method: 'POST',
  path: '/v1/detourage/assemblies',
  access: 'anyone',
  scopes: ['straighten'],
  params: z.object({}),
  query: z.object(signing),
  body: AssemblyRequest,
  encoding: 'json',
  bodyKilobytesMax: 256,
  reply: AssemblyReply,
  step: true,
  problems: [...stepProblems, 'too_many_pages', 'file_too_large', 'encrypted_pdf'],
})

export const getAssembly = defineEndpoint({
  name: 'getAssembly',
  method: 'GET',
  path: '/v1/detourage/assemblies/:id',
  access: 'anyone',
  scopes: ['straighten', 'read'],
  params: z.object({ id: z.uuid() }),
  query: z.object(signingAgain),
  body: z.void(),
  reply: AssemblyReply,
  polls: true,
  problems: [...stepProblems, 'too_many_pages', 'file_too_large', 'encrypted_pdf'],
})

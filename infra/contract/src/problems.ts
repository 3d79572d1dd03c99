import { z } from 'zod'
import { keyScopes } from './api-key.ts'

/** Every refusal code that a client may see, with its HTTP status. `infra/words` has the texts. */
export const problemStatus = {
  invalid_request: 422,
  unreadable_file: 422,
  too_many_pixels: 422,
  too_few_pixels: 422,
  too_many_pages: 422,
  encrypted_pdf: 422,
  wrong_password: 422,
  nothing_found: 422,
  batch_over: 422,
  address_refused: 422,
  address_unreachable: 422,
  address_status: 422,
  address_too_slow: 422,
  idempotency_mismatch: 422,
  upload_too_slow: 408,
  unauthenticated: 401,
  key_expired: 401,
  key_revoked: 401,
  credits_exhausted: 402,
  key_cap_reached: 402,
  forbidden: 403,
  scope_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_in_flight: 409,
  expired: 410,
  file_too_large: 413,
  unsupported_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  free_topup_used: 429,
  free_credits_exhausted: 429,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<string, number>

export type ProblemCode = keyof typeof problemStatus
export const ProblemCode = z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]])

/** Why a file is refused that no step has seen yet, besides what any step may answer. */
export const fileProblems = [
  'file_too_large',
  'unsupported_type',
  'upload_too_slow',
  'too_many_pages',
  'encrypted_pdf',
  'wrong_password',
] as const

/** Why no file came from an address, besides what any file may be refused for. */
export const addressProblems = [
  'address_refused',
  'address_unreachable',
  'address_status',
  'address_too_slow',
] as const

const none = z.object({})
const whole = z.int().nonnegative()
const size = { width: whole, height: whole }

/**
 * Sentences more specific than a code’s own: the code that each belongs to, and the parameters that it names.
 */
const finerSentences = {
  field_invalid: { code: 'invalid_request', params: z.object({ issue: z.custom<z.core.$ZodIssue>() }) },
  request_malformed: { code: 'invalid_request', params: none },
  body_too_large: { code: 'file_too_large', params: none },
  form_malformed: { code: 'invalid_request', params: none },
  form_too_many_fields: { code: 'invalid_request', params: none },
  form_field_too_long: { code: 'invalid_request', params: none },
  file_missing: { code: 'invalid_request', params: none },
  address_by_guest: { code: 'unauthenticated', params: none },
  file_or_address: { code: 'invalid_request', params: none },
  file_not_alone: { code: 'invalid_request', params: none },
  file_not_taken: { code: 'invalid_request', params: none },
  body_not_read: { code: 'invalid_request', params: z.object({ takes: z.enum(['json', 'form', 'upload']) }) },
  session_ended: { code: 'unauthenticated', params: none },
  session_needed: { code: 'unauthenticated', params: none },
  live_key_needed: { code: 'unauthenticated', params: none },
  cursor_invalid: { code: 'invalid_request', params: none },
  password_too_long: { code: 'invalid_request', params: z.object({ most: whole }) },
  idempotency_key_length: { code: 'invalid_request', params: none },
  options_not_json: { code: 'invalid_request', params: none },
  corners_not_convex: { code: 'invalid_request', params: none },
  dpi_out_of_bounds: { code: 'invalid_request', params: z.object({ least: whole, most: whole }) },
  no_capture: { code: 'invalid_request', params: none },
  pdf_option: { code: 'invalid_request', params: none },
  pages_contradict: { code: 'invalid_request', params: none },
  formats_contradict: { code: 'invalid_request', params: none },
  page_missing: { code: 'invalid_request', params: z.object({ page: whole, pages: whole }) },
  document_missing: { code: 'invalid_request', params: z.object({ document: whole }) },
  file_not_ready: { code: 'invalid_request', params: none },
  file_used_up: { code: 'invalid_request', params: z.object({ steps: whole }) },
  address_answer: { code: 'address_status', params: z.object({ status: whole }) },
  address_redirects: { code: 'address_status', params: z.object({ most: whole }) },
  document_uncertain: { code: 'nothing_found', params: none },
  assembly_missing: { code: 'not_found', params: none },
  assembly_page_missing: { code: 'not_found', params: z.object({ page: whole }) },
  assembly_page_expired: { code: 'expired', params: z.object({ page: whole }) },
  assembly_page_unfinished: { code: 'invalid_request', params: z.object({ page: whole }) },
  assembly_too_many_pages: { code: 'too_many_pages', params: z.object({ pages: whole, most: whole }) },
  assembly_not_archivable: { code: 'invalid_request', params: z.object({ page: whole }) },
  assembly_card_pages: { code: 'invalid_request', params: none },
  assembly_too_large: { code: 'file_too_large', params: z.object({ megabytes: whole }) },
  assembly_takes_too_much: { code: 'too_many_pages', params: none },
  batch_by_guest: { code: 'unauthenticated', params: none },
  batch_too_many_items: { code: 'invalid_request', params: z.object({ items: whole, most: whole }) },
  batch_without_groups: { code: 'invalid_request', params: none },
  batches_open: { code: 'rate_limited', params: z.object({ most: whole }) },
  assemblies_in_flight: { code: 'rate_limited', params: z.object({ most: whole }) },
  assemblies_spent: { code: 'rate_limited', params: z.object({ most: whole, minutes: whole }) },
  webhooks_too_many: { code: 'invalid_request', params: z.object({ most: whole }) },
  webhook_not_active: { code: 'invalid_request', params: none },
  callback_needs_account: { code: 'forbidden', params: none },
  event_signature_invalid: { code: 'invalid_request', params: none },
  withdrawal_too_late: { code: 'invalid_request', params: none },
  withdrawal_used_up: { code: 'invalid_request', params: none },
  image_too_heavy: { code: 'file_too_large', params: z.object({ megabytes: whole }) },
  pdf_too_heavy: { code: 'file_too_large', params: z.object({ megabytes: whole }) },
  file_empty: { code: 'unreadable_file', params: none },
  pdf_protection_unknown: { code: 'unreadable_file', params: none },
  file_damaged: { code: 'unreadable_file', params: none },
  file_takes_memory: { code: 'unreadable_file', params: none },
  file_takes_computing: { code: 'unreadable_file', params: none },
  file_takes_time: { code: 'unreadable_file', params: none },
  upload_took_too_long: { code: 'unreadable_file', params: none },
  image_too_small: { code: 'too_few_pixels', params: z.object({ ...size, least: whole }) },
  image_too_long: { code: 'too_many_pixels', params: z.object({ ...size, times: whole }) },
  image_side_too_long: { code: 'too_many_pixels', params: z.object({ most: whole }) },
  image_too_large: {
    code: 'too_many_pixels',
    params: z.object({ most: whole, of: z.enum(['plain', 'whole', 'avif']) }),
  },
  pdf_page_too_large: { code: 'too_many_pixels', params: z.object({ metres: whole }) },
  pdf_image_too_large: {
    code: 'too_many_pixels',
    params: z.object({ most: whole, of: z.enum(['plain', 'jpeg2000']) }),
  },
  tiff_too_many_images: { code: 'too_many_pages', params: z.object({ most: whole }) },
  pdf_too_many_pages: { code: 'too_many_pages', params: z.object({ pages: whole, most: whole }) },
  pdf_page_missing: { code: 'not_found', params: z.object({ page: whole }) },
  key_spent: { code: 'key_cap_reached', params: z.object({ credits: whole, day: z.iso.date() }) },
  scope_needed: { code: 'scope_missing', params: z.object({ scopes: z.array(z.enum(keyScopes)) }) },
  expiry_passed: { code: 'invalid_request', params: none },
  keys_full: { code: 'invalid_request', params: z.object({ most: whole }) },
  credits_owed: { code: 'credits_exhausted', params: z.object({ owed: whole }) },
  wrong_credentials: { code: 'rate_limited', params: none },
  uploads_at_once: { code: 'rate_limited', params: none },
  downloads_at_once: { code: 'rate_limited', params: none },
  steps_waiting: { code: 'rate_limited', params: z.object({ most: whole }) },
  steps_waiting_in_network: { code: 'rate_limited', params: none },
  free_work_spent: { code: 'rate_limited', params: z.object({ minutes: whole }) },
  service_busy: { code: 'rate_limited', params: none },
  uploads_full: { code: 'unavailable', params: none },
  storage_failed: { code: 'unavailable', params: none },
  storage_full: { code: 'unavailable', params: none },
  payment_unavailable: { code: 'unavailable', params: none },
  step_given_up: { code: 'internal', params: none },
} as const satisfies Record<string, { readonly code: ProblemCode; readonly params: z.ZodObject }>

export type FinerSentence = keyof typeof finerSentences
/** The sentence of a refusal: a code’s general one, under the code’s own name, or a more specific one. */
type Sentence = ProblemCode | FinerSentence
export type ParamsOf<S extends Sentence> = S extends FinerSentence
  ? z.output<(typeof finerSentences)[S]['params']>
  : Record<string, never>

/** A refusal without its text, as it is stored and sent between services. */
export type ProblemFacts =
  | { readonly sentence: ProblemCode; readonly params: Record<string, never> }
  | { readonly [S in FinerSentence]: { readonly sentence: S; readonly params: ParamsOf<S> } }[FinerSentence]

const sentences = [...ProblemCode.options, ...(Object.keys(finerSentences) as FinerSentence[])]
const [first, ...others] = sentences.map((sentence) =>
  z.object({ sentence: z.literal(sentence), params: paramsSchema(sentence) }),
)
export const ProblemFacts = z.discriminatedUnion('sentence', [
  first!,
  ...others,
]) as unknown as z.ZodType<ProblemFacts>

function paramsSchema(sentence: Sentence): z.ZodObject {
  return isFiner(sentence) ? finerSentences[sentence].params : none
}

function isFiner(sentence: Sentence): sentence is FinerSentence {
  return sentence in finerSentences
}

/** A refusal of which only the code is known. */
export function plainFacts(code: ProblemCode): ProblemFacts {
  return { sentence: code, params: {} } as ProblemFacts
}

/** The code that a sentence belongs to. */
export function codeOf(sentence: Sentence): ProblemCode {
  return isFiner(sentence) ? finerSentences[sentence].code : sentence
}

/** Body of every error response (RFC 9457, `application/problem+json`). */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().describe('problem_detail'),
  code: ProblemCode,
  request_id: z.string(),
})
export type ProblemBody = z.output<typeof ProblemBody>

type More = {
  /** Whole seconds until a retry makes sense, sent as `Retry-After`. */
  readonly retryAfterS?: number
}
type Args<S extends Sentence> =
  ParamsOf<S> extends Record<string, never>
    ? [params?: Record<string, never>, more?: More]
    : [params: ParamsOf<S>, more?: More]

/** A refusal on its way to the client, without its text. */
export class Problem<S extends Sentence = Sentence> extends Error {
  override name = 'Problem' as const
  readonly facts: ProblemFacts
  readonly retryAfterS: number | undefined

  constructor(sentence: S, ...[params, more]: Args<S>) {
    super(sentence)
    this.facts = { sentence, params: params ?? {} } as ProblemFacts
    this.retryAfterS = more?.retryAfterS
  }

  /** Restores a refusal that was stored or sent. */
  static of({ sentence, params }: ProblemFacts): Problem {
    return new Problem<Sentence>(sentence, params as Record<string, never>)
  }

  get code(): ProblemCode {
    return codeOf(this.facts.sentence)
  }

  get status(): number {
    return problemStatus[this.code]
  }
}

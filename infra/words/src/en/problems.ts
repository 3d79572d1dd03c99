import { describeIssue } from '../field-issue.ts'
import { formatsOf } from '../formats.ts'
import type { ProblemWords } from '../problem-words.ts'
import { fieldIssueWords } from './field-issue.ts'

const { formatDayInUtc, formatInteger, formatTenths } = formatsOf('en')

const decoded = {
  plain: '',
  whole: ' for a progressive or interlaced image, WebP, HEIC or GIF',
  avif: ' for an AVIF image',
}

const bodies = {
  json: 'JSON',
  form: 'a form or JSON',
  upload: 'a multipart/form-data form with the field “file”, or JSON with the field “url”',
}

export const problemWords: ProblemWords = {
  titles: {
    invalid_request: 'Invalid request',
    unreadable_file: 'Unreadable file',
    too_many_pixels: 'Image too large',
    too_few_pixels: 'Image too small',
    too_many_pages: 'Too many pages',
    encrypted_pdf: 'Protected PDF',
    wrong_password: 'Wrong password',
    nothing_found: 'No document',
    batch_over: 'Batch over',
    address_refused: 'Address refused',
    address_unreachable: 'Address unreachable',
    address_status: 'No file at this address',
    address_too_slow: 'Address too slow',
    idempotency_mismatch: 'Idempotency key already used',
    upload_too_slow: 'Upload too slow',
    unauthenticated: 'Not authenticated',
    key_expired: 'Key expired',
    key_revoked: 'Key revoked',
    credits_exhausted: 'Out of credits',
    key_cap_reached: 'Key at its cap',
    forbidden: 'Refused',
    scope_missing: 'Scope missing',
    not_found: 'Not found',
    method_not_allowed: 'Method not allowed',
    idempotency_in_flight: 'Request in progress',
    expired: 'Expired',
    file_too_large: 'File too heavy',
    unsupported_type: 'Unsupported type',
    range_not_satisfiable: 'Range not satisfiable',
    rate_limited: 'Too many requests',
    free_topup_used: 'Free credits already received',
    free_credits_exhausted: 'Free credits used up',
    internal: 'Internal error',
    unavailable: 'Service unavailable',
  },
  sentences: {
    invalid_request: 'A field of the request is missing or invalid.',
    unreadable_file: 'This file is empty, damaged or incomplete.',
    too_many_pixels: 'This image has more pixels than are allowed.',
    too_few_pixels: 'This image is too small to show a document: send the original.',
    too_many_pages: 'This file has more pages than are allowed.',
    encrypted_pdf: 'Protected PDF: give its password, or remove it, then try again.',
    wrong_password: 'This password does not open this PDF: check it, then try again.',
    nothing_found: 'No document was found in this image: there is no page to return, and nothing is charged.',
    batch_over: 'The time of this batch was over before it was this item’s turn: put it into another one.',
    address_refused:
      'This address cannot be used: it must be an http or https address of the internet, without credentials or an unusual port.',
    address_unreachable:
      'No machine of the internet answered at this address to the end: check it, then try again.',
    address_status: 'This address gave no file.',
    address_too_slow: 'The file arrives too slowly from this address: try again, or send it directly.',
    idempotency_mismatch: 'This idempotency key was already used for another request.',
    upload_too_slow: 'The file is arriving too slowly: check your connection, then send it again.',
    unauthenticated: 'Sign in or provide a valid API key.',
    key_expired: 'This API key has expired: extend it, or create another one in the account.',
    key_revoked: 'This API key has been revoked.',
    credits_exhausted: 'Not enough credits.',
    key_cap_reached: 'This key has reached its monthly cap of credits.',
    forbidden: 'This request comes from another site and is refused.',
    scope_missing: 'This key may not make this call.',
    not_found: 'There is no such address or document.',
    method_not_allowed: 'This address does not take this method: the Allow header names those that it takes.',
    idempotency_in_flight: 'A request with the same idempotency key is still being sent.',
    expired: 'This document was erased at the end of its retention period.',
    file_too_large: 'This file is larger than is allowed.',
    unsupported_type: 'This file is neither a supported image nor a PDF.',
    range_not_satisfiable:
      'The file is shorter than the range asked for: the Content-Range header says how long it is.',
    rate_limited: 'Too many requests: try again in a few seconds.',
    free_topup_used: 'The free credits have already been added to this account.',
    free_credits_exhausted: 'Too many free credits were given on this network: try again tomorrow.',
    internal: 'An unexpected error occurred: try again.',
    unavailable: 'The service is temporarily unavailable.',
    field_invalid: ({ issue }) => {
      const field = issue.path.join('.')
      return `${field === '' ? 'Request:' : `Field “${field}”:`} ${describeIssue(issue, fieldIssueWords)}.`
    },
    request_malformed: 'The request is malformed.',
    body_too_large: 'The body of the request is too large.',
    form_malformed: 'The form that was sent is malformed.',
    form_too_many_fields: 'The form has too many fields.',
    form_field_too_long: 'A field of the form is too long.',
    file_missing: 'No file was received: attach it in the field “file”, or give its address in “url”.',
    file_or_address: 'A file or its address, not both.',
    file_not_alone: 'One file per request, in the field “file”.',
    file_not_taken: 'This call takes no file: send it first, then name it in the field “ingestion_id”.',
    body_not_read: ({ takes }) =>
      `The body of the request is not read: it takes ${bodies[takes]}, and the header Content-Type that says so.`,
    session_ended: 'Your session has ended: sign in again.',
    session_needed: 'This key is valid, but this call needs a session opened in a browser.',
    live_key_needed:
      'This key is valid, but it is a test key: this call needs the account’s own key or a session.',
    cursor_invalid: 'The field “cursor” is invalid.',
    password_too_long: ({ most }) => `The password has more than ${most} bytes.`,
    idempotency_key_length: 'The Idempotency-Key header must have 1 to 255 characters.',
    options_not_json: 'The field “options” is not valid JSON text.',
    corners_not_convex:
      'The four corners must form a convex quadrilateral, large enough, in clockwise order.',
    dpi_out_of_bounds: ({ least, most }) => `The resolution goes from ${least} to ${most} dpi.`,
    no_capture: 'The option “render_of” must name a straightening that is done and was charged.',
    pdf_option:
      'The options “compression”, “standard” and “max_bytes” are for a PDF only: add the option “format” with “pdf”, or leave them out.',
    pages_contradict: 'The fields “page” and “options.page” contradict each other.',
    formats_contradict: 'The Accept header and the option “format” contradict each other.',
    page_missing: ({ page, pages }) =>
      `Page ${page} does not exist: this document has ${pages === 1 ? 'a single page' : `${pages} pages`}.`,
    document_missing: ({ document }) => `There is no document no. ${document} on this page.`,
    file_not_ready: 'This file is still being prepared: try again in a second.',
    file_used_up: ({ steps }) => `This file has already been used for ${steps} steps: send it again.`,
    address_by_guest: 'Sending a file by its address needs an account: sign in or use an API key.',
    address_answer: ({ status }) => `This address gave no file: it answered ${status}.`,
    address_redirects: ({ most }) => `This address redirects more than ${most} times.`,
    document_uncertain:
      'A document can be made out in this image, but not clearly enough to crop: nothing is made or charged. Give its corners in the “corners” option.',
    assembly_missing:
      'There is no such assembly, or no longer: it is erased with the first of its pages that is deleted or expires.',
    assembly_page_missing: ({ page }) =>
      `The page in position ${page} does not exist, or no longer: take it off the list.`,
    assembly_page_expired: ({ page }) =>
      `The page in position ${page} was erased at the end of its retention period: take it off the list.`,
    assembly_page_unfinished: ({ page }) =>
      `The page in position ${page} is not finished: wait until it is straightened, or take it off the list.`,
    assembly_too_many_pages: ({ pages, most }) =>
      `This assembly would have ${formatInteger(pages)} pages: the limit is ${formatInteger(most)}.`,
    assembly_not_archivable: ({ page }) =>
      `The page in position ${page} is taken from a PDF as it is: an assembly in PDF/A can only hold straightened pages.`,
    assembly_card_pages: 'A card has two sides: give exactly two straightened pages.',
    assembly_too_large: ({ megabytes }) =>
      `This assembly would be too heavy: the limit is ${megabytes} MB. Assemble fewer pages at a time.`,
    assembly_takes_too_much: 'This assembly takes too much computing: assemble fewer pages at a time.',
    batch_by_guest: 'Batches need an account: sign in, or use an API key.',
    batch_too_many_items: ({ items, most }) =>
      `This batch has ${formatInteger(items)} items: the limit is ${formatInteger(most)}.`,
    batch_without_groups: 'The field “assembly” makes one PDF per “group”: no item has any.',
    batches_open: ({ most }) =>
      `The limit is ${most === 1 ? 'one open batch' : `${most} open batches`}: wait for one to end, or cancel it.`,
    assemblies_in_flight: ({ most }) =>
      `The limit is ${most === 1 ? 'one assembly' : `${most} assemblies`} at a time: wait for one to finish.`,
    assemblies_spent: ({ most, minutes }) =>
      `The limit is ${formatInteger(most)} assemblies an hour: try again in ${minutes} min.`,
    webhooks_too_many: ({ most }) => `An account has at most ${most} webhooks: delete one first.`,
    webhook_not_active: 'This webhook is paused: resume it first.',
    callback_needs_account: 'The field “callback_url” needs an account: sign in, or use an API key.',
    event_signature_invalid: 'The signature of this event is missing, wrong or too old.',
    withdrawal_too_late: 'The withdrawal period of fourteen days is over.',
    withdrawal_used_up: 'All credits of this purchase have been used or refunded.',
    image_too_heavy: ({ megabytes }) => `File too heavy: the limit is ${megabytes} MB per image.`,
    pdf_too_heavy: ({ megabytes }) => `File too heavy: the limit is ${megabytes} MB per PDF.`,
    file_empty: 'This file is empty.',
    pdf_protection_unknown:
      'This PDF is protected in a way that we cannot open: save it without protection, then try again.',
    file_damaged: 'This file is damaged and cannot be opened.',
    file_takes_memory: 'This file needs too much memory to be opened.',
    file_takes_computing: 'This file needs too much computing to be opened.',
    file_takes_time: 'This file takes too long to be opened.',
    upload_took_too_long: 'The upload took too long.',
    image_too_small: ({ width, height, least }) =>
      `Image too small (${width} × ${height} pixels): each side needs at least ${least}. Send the original.`,
    image_too_long: ({ width, height, times }) =>
      `Image too elongated (${width} × ${height} pixels): its long side may be ${times} times its short one.`,
    image_side_too_long: ({ most }) => `Image too large: the limit is ${formatInteger(most)} pixels a side.`,
    image_too_large: ({ most, of }) =>
      `Image too large: the limit is ${inMillions(most)} million pixels${decoded[of]}.`,
    pdf_page_too_large: ({ metres }) =>
      `A page of this PDF is too large: the limit is ${metres} metres a side.`,
    pdf_image_too_large: ({ most, of }) =>
      `${of === 'jpeg2000' ? 'A JPEG 2000 image' : 'An image'} of this PDF is too large: the limit is ${inMillions(most)} million pixels.`,
    tiff_too_many_images: ({ most }) =>
      `This TIFF file has too many images: the limit is ${formatInteger(most)}.`,
    pdf_too_many_pages: ({ pages, most }) => `This file has ${pages} pages: the limit is ${most}.`,
    pdf_page_missing: ({ page }) => `This file has no page ${page}.`,
    key_spent: ({ credits, day }) =>
      `This key has spent the ${credits === 1 ? 'credit' : `${formatInteger(credits)} credits`} of its month: its count starts anew on ${formatDayInUtc(day)} at 0:00 UTC.`,
    scope_needed: ({ scopes }) =>
      scopes.length === 0
        ? 'No named key may make this call: it takes a session or, except to replace keys or to erase the account, the account’s own key.'
        : `This call takes a key with the scope ${scopes.map((scope) => `“${scope}”`).join(' or ')}.`,
    expiry_passed: 'Field “expires_at”: this date has passed.',
    keys_full: ({ most }) => `An account has at most ${formatInteger(most)} named keys: revoke one.`,
    credits_owed: ({ owed }) =>
      `Not enough credits: ${owed === 1 ? 'one credit of a refunded purchase is' : `${owed} credits of a refunded purchase are`} still owed, and any credits added repay that debt first.`,
    wrong_credentials:
      'Too many wrong keys or sessions from your network: check yours, then try again in a minute.',
    uploads_at_once: 'Too many uploads at once: wait for one to finish, then try again.',
    downloads_at_once: 'Too many downloads at once: wait for one to finish, then try again.',
    steps_waiting: ({ most }) => `More than ${most} steps are waiting already: let them finish.`,
    steps_waiting_in_network: 'Too many steps are waiting already from your network: try again in a minute.',
    free_work_spent: ({ minutes }) =>
      `The free work of this period is used up: try again in ${minutes} min, or buy credits.`,
    service_busy: 'The service is very busy: try again in a few seconds.',
    uploads_full: 'Too many files are arriving right now: try again in a minute.',
    storage_failed: 'The file storage is not working properly right now: try again in a few seconds.',
    storage_full: 'There is no room for new files right now: try again later.',
    payment_unavailable: 'Payment is temporarily unavailable.',
    step_given_up: 'The work could not be finished. No credit was charged: try again.',
  },
}

function inMillions(pixels: number): string {
  return formatTenths(pixels / 1_000_000)
}

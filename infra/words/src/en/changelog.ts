import type { ChangeId, ChangeSort } from '@equerre/contract/changelog'

/** Texts of the log of the API’s changes; between backticks is code. */
export const changelogWords = {
  title: 'Changes of the API',
  lead: 'What is new, what behaves differently and what is to go, by version and date.',
  back: 'API reference',
  feed: 'Feed',
  feedText: 'as a JSON Feed, for a reader or a program:',
  sorts: { added: 'Added', changed: 'Changed', deprecated: 'To go' } satisfies Record<ChangeSort, string>,
  policy: 'What you can rely on',
  policyRules: {
    more: 'The version is in the address: `/api/v1`. Fields, calls, options and codes are added without a new one: ignore what you do not know.',
    same: 'A field does not change its type or its meaning, an option not its default, a refusal’s `code` not its meaning. What must is announced here as changed, and comes as something new beside the old wherever that can be.',
    end: 'What is to go answers for at least 180 more days. From the first of them each of its answers has `Deprecation` (RFC 9745: since when), `Sunset` (RFC 8594: until when) and `Link` with `rel="deprecation"`, which leads here; the OpenAPI document says `deprecated`. After its end it answers 404.',
  },
  none: 'Nothing is to go at present.',
  changes: {
    first:
      '`POST /v1/detourage` makes a page in one call; `ingest`, `detect` and `rectify` do it step by step. Credits, keys, limits, and an OpenAPI document.',
    renderOf:
      '`render_of` in `rectify`: a page that has been paid for in another format, with other filters or turned, up to 20 times free of charge; `capture_id` and `free_renderings` say of which and how often.',
    text: '`text` in `rectify` and in one call: the page’s text with the place of every word, and in its PDF. Included in the page’s credit.',
    assemblies: '`POST /v1/detourage/assemblies`: up to 200 finished pages in one PDF, free of charge.',
    pdf: "`compression`, `standard` and `max_bytes` with `format: 'pdf'`.",
    documents:
      'Up to 12 documents on one photo (`documents`), each with corners, confidence and reasons; `document` in `rectify` chooses one.',
    pdfDefault:
      'A page’s own PDF is as small as it gets unless asked otherwise; `compression: "jpeg"` gives the former one.',
    unknownFields:
      'A field that the call does not know is refused with 422 `invalid_request`, by name, as an option already was: `render_of` beside `options`, not in it, cost a credit.',
    testKeyCredits: 'A test key no longer takes the account’s free credits: 401, with the reason.',
    ranges:
      'A range that begins after the end of a file is refused with 416 `range_not_satisfiable` and the body of every refusal; there was none.',
    methods:
      'A known address refuses a method that it does not take with 405 `method_not_allowed` and `Allow`, no longer with 404.',
    password:
      '`password` opens a protected PDF. Refusals: `encrypted_pdf` without one, and `wrong_password`.',
    doubt:
      'A `rectify` without `corners` whose detection is in doubt makes nothing and costs nothing, like `NOT_FOUND`. A call for the file itself then answers 422 `nothing_found`.',
    problems:
      'Refusals are in the reader’s language: French, or English if `Accept-Language` prefers it. Their `code` stays the same.',
    webhooks:
      'Webhooks (`/v1/webhooks`), after the Standard Webhooks specification: signed, tried ten times within a day, in order for each file, with a log and `resend`.',
    callbackUrl:
      '`callback_url` in every call that is a step: an address that is told once how it ended, with a signature and a log (`/v1/callbacks`).',
    url: '`url` in place of the file, in `ingest` and in one call. Four codes: `address_refused`, `address_unreachable`, `address_status`, `address_too_slow`.',
    batches:
      '`POST /v1/detourage/batches`: up to 1,000 addresses or files in one call, with one PDF for each `group` if asked for; results as pages, as JSONL or as a zip, cancelling, events `batch.finished` and `batch.failed`. Code: `batch_over`.',
    signFor:
      '`sign_for` in the address of a call: its answer’s addresses open without a key, for as long as asked.',
    namedKeys:
      'Named keys with scopes, an end and a cap of credits a month (`/v1/keys`), and what each spent (`/v1/keys/usage`). Codes: `key_expired`, `key_revoked`, `scope_missing`, `key_cap_reached`.',
    spreads:
      'An open book is seen as two pages (`spread`): `documents` gives them, and `document` straightens one. Without `document` the double page comes as a whole, as before, and the reply says 0.',
    flatten:
      "Curved and folded sheets come out flat; `flatten: 'off'` leaves them curved. Replies have `flatten`, `flattened` and `bend`.",
  } satisfies Record<ChangeId, string>,
}

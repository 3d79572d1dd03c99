import type { referenceWords as frReference } from '../fr/reference.ts'
import { productName } from '../product-name.ts'
import type { SameShape } from '../same-shape.ts'
import { formatNumber } from './format.ts'
import { typesetCatalogue } from './typography.ts'

/** Texts of the static API reference. */
export const referenceWords = typesetCatalogue<SameShape<typeof frReference>>({
  title: 'API reference',
  documentTitle: `${productName} API reference`,
  description: `Reference of the ${productName} API: addresses, fields, answers, refusals and limits, taken from the contract of the service.`,
  lead: 'Every address, its fields, its answers and its refusals, taken from the contract that the service applies.',
  skip: 'Skip to content',
  home: `${productName}, home`,
  contents: 'Contents',
  examples: 'Examples and API key',
  llms: {
    summary:
      'Crops and straightens photographed documents, reads their text and assembles them into PDFs. One credit for each page made; an API key for each account.',
    markdown: 'each call with its fields, answers, refusals and a sample that was run, as Markdown.',
    openapi: 'the whole contract, OpenAPI 3.1.',
    collection: 'each call, for Postman, Bruno or Insomnia.',
    limits: 'the limits in force, as JSON.',
    changelog: 'what is new, what is to go, and what one can rely on; as JSON in feed.json beside it.',
  },
  document: 'OpenAPI 3.1 document',
  basics: 'Basics',
  key: 'Authentication',
  keyText:
    'Every call carries your account’s key in the X-API-Key header. A test key (eq_test_…) makes the same calls without charging anything and returns images with a watermark. Never put a key in a web page. An account may also have named keys, each with its scopes, its end and its cap of credits a month: without the scope that a call takes, such a key answers 403 scope_missing; after its end, 401 key_expired; revoked, 401 key_revoked; at its cap, 402 key_cap_reached, with the seconds until the first of the next month, 0:00 UTC, in Retry-After.',
  waiting: 'Answers 200 and 202',
  waitingText:
    'A call waits 25 seconds for its result, then answers 202 with the address to poll in Location and the delay in Retry-After. Prefer: respond-async asks for the 202 at once, Prefer: wait=n waits n seconds. The delay grows with your jobs under way and with the length of the queue, up to five minutes, so that asking for all your jobs at that pace takes half of your requests; with wait, an answer comes as soon as the job ends. In the end the address returns exactly the answer that the call would have had.',
  once: 'Idempotency',
  onceText:
    'With the Idempotency-Key header (1 to 255 characters, kept for 24 hours), the same call sent twice works and charges only once, and returns the same answer twice. The same key with another content is refused.',
  money: 'Credits',
  moneyText:
    'Straightening costs one credit, set aside on acceptance and charged only once the image exists. X-Credits-Charged and X-Credits-Remaining say so. A failure, a refusal or a page without a document costs nothing. Nor does a document too doubtful to crop (REVIEW_REQUIRED, reason uncertain, without a warped_path): detect proposes zones in alternatives, and a straightening with corners, whether one of those or the whole image, costs one credit. The option render_of, with the id of a straightening that was charged, renders the same page in another format, filter or light: up to twenty times for nothing while the file exists, then for one credit. A second straightening without it costs one credit.',
  space: 'Coordinates',
  spaceText:
    'Corners are relative to the page turned upright by its EXIF: x from 0 to 1 rightwards, y from 0 to 1 downwards, clockwise from the top left of the document.',
  webhooks: 'Verifying a webhook',
  webhooksText: {
    told: 'Instead of polling, have yourself told: an address added to /api/v1/webhooks is told of the account’s events, and callback_url tells an address of the end of a single call, with a signature if the account has asked for its secret (/api/v1/callbacks/rotate). The body has ids and addresses only; the full reply is at job_path, with the key.',
    verified:
      'Webhooks follow the Standard Webhooks specification: webhook-id, webhook-timestamp and webhook-signature. Verify the signature over the body as it arrived, and the time to within five minutes. Answer a status from 200 to 299 within 15 seconds, then do your work. Any other status, redirects included, and silence mean another attempt: ten in a day, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the first. 410 ends the deliveries; three days of failures pause the address, and what happens meanwhile waits.',
    repeated:
      'A delivery keeps its webhook-id at every attempt: if you have seen it before, answer 204 and do nothing. For one address, the events of a file arrive in order: each waits until the one before it has been taken or given up. Between files no order is promised. Only ports 80 and 443 of the public internet can be reached.',
  },
  search: 'Search the reference',
  searchHint: 'rectify, credits, 402…',
  found: { none: 'No section found.', one: '1 section found.', many: '{n} sections found.' },
  samples: 'Samples',
  samplesText:
    'Our tests run every command as it stands. It reads the address of this site from $API and the key from $KEY, a named key that manages keys from $MANAGE_KEY; $ID, $JOB, $IMAGE, $PURCHASE and $KEY_ID come from earlier replies. The replies are those of a real run: long lists and texts are cut, keys and payment addresses replaced.',
  pageOnly: 'From the page only, without a key',
  replied: 'JSON reply',
  auth: (access) => `Access: ${access}`,
  scopes: (scopes) => (scopes.length === 0 ? '' : `Named key: scope ${scopes.join(' or ')}.`),
  access: {
    public: 'No authentication.',
    optional: 'No authentication; an API key or browser session adds what holds for you.',
    key: 'API key, or browser session.',
    manage: 'Named key that manages keys, or browser session.',
    session: 'Browser session only.',
  },
  parameters: 'Parameters',
  body: 'Body',
  json: 'multipart/form-data or JSON',
  answer: 'Answer',
  fileToo: 'Or the file itself:',
  fileOnly: 'Answer:',
  later: 'Or 202 while the work goes on.',
  accepted: 'Always 202: the work goes on by itself.',
  refusals: 'Refusals',
  field: 'Field',
  type: 'Type',
  note: 'Note',
  required: 'Required',
  where: { path: 'In the address', query: 'In the query', header: 'Header' },
  schema: {
    types: {
      string: 'text',
      integer: 'integer',
      number: 'number',
      boolean: 'boolean',
      object: 'object',
      array: 'list',
    },
    file: 'file',
    formats: { uuid: 'UUID', 'date-time': 'date', uri: 'address' },
    or: ' or ',
    listOf: (items) => `list of ${items}`,
    atLeast: (value) => `at least ${formatNumber(value)}`,
    moreThan: (value) => `more than ${formatNumber(value)}`,
    atMost: (value) => `at most ${formatNumber(value)}`,
    byDefault: (value) => `Default: ${value}.`,
  },
  errors: 'Refusals, code by code',
  errorsText:
    'Every error is an application/problem+json (RFC 9457); detail is a sentence to show as it is, request_id the reference to give us. Retry-After, where there is one, says in how many seconds to send the call again; with the same Idempotency-Key that never charges twice. If the single call has made an image that cannot be returned right away (503), Content-Location says where to fetch it later.',
  status: 'Status',
  code: 'Code',
  sentence: 'Sentence',
  limits: 'Limits',
  limitsText:
    'Default values; those that this service applies, and with your key your own ceilings, can be read at',
  limit: 'Limit',
  value: 'Value',
  fetched: 'Files by their address',
  fetchedText:
    'In place of the file, url gives the http or https address where the service goes and gets it, in a form or as JSON: the same limits, the same price, the same answers. It takes an account. Only the public internet is reached, on ports 80 and 443, through three redirects at most, within two minutes. The address is kept only until the file has been fetched, encrypted, and is written to no log.',
  changes: 'Changes',
  changelog: 'Changes of the API',
  changelogText: 'What is new, and what is to go:',
  changesText:
    'Fields, calls and codes are added without notice: ignore what you do not know. What is to go answers for another six months, with the header Deprecation (RFC 9745, since when) and the header Sunset (RFC 8594, until when); the OpenAPI document marks it as “deprecated”. A refusal’s code does not change its meaning.',
  forPrograms: 'For programs:',
  signed: 'Signed addresses',
  signedText:
    'The addresses of results ask for the key. With sign_for=3600 in the address of a call, its answer gives addresses that open without a key for an hour, or as long as you ask, at most until the file is no longer kept: to hand on to a tool that does not have the key. An answer given a second time is signed anew; erasing the file closes its addresses.',
})

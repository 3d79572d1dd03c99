import type { ReferenceWords } from '@equerre/contract/openapi'
import { smallPictures, type SmallPicture } from '@equerre/contract/small-picture'
import type { referenceWords as fr } from '../fr/reference.ts'

export const referenceWords: ReferenceWords & {
  readonly [Part in 'operations' | 'fields']: (typeof fr)[Part]
} = {
  title: 'Équerre API',
  description: 'Crop and straighten photographed documents.',
  chapters: {
    straightening: 'Straightening',
    webhooks: 'Webhooks',
    credits: 'Credits',
    account: 'Account',
    keys: 'Named keys',
    service: 'Service',
  },
  operations: {
    getArtifact: 'The bytes of a result, for its owner or for whoever holds a signed address.',
    startCheckout: 'Opens a payment page for a pack of credits.',
    getInvoice: 'Where the invoice of a purchase is, at Stripe.',
    listWithdrawalOffers: 'First step of a withdrawal: the purchases concerned and what would be refunded.',
    confirmWithdrawal: 'Second step: confirms the withdrawal and returns an acknowledgement to keep.',
    getCredits: 'The balance of credits. Creates a guest when nobody is identified.',
    addCredits: 'Adds free credits, once.',
    getCreditHistory: 'The movements of credits, newest first.',
    ingest:
      'Sends an image or a PDF. A protected PDF opens with `-F "password=$PASSWORD"`, here and in one call; later steps do without it.',
    detect: 'Finds the corners of the document. Free.',
    rectify:
      'Straightens the document. Costs 1 credit, charged only on success: without a document, or without `corners` when the detection is in doubt, nothing is made or charged; with `render_of`, renders a paid page in another way, for nothing up to the limit; with `text`, reads the page too, which its credit includes.',
    oneShot:
      'Sends, detects and straightens in a single call. Costs 1 credit, charged only on success. Answers with the file itself when the `Accept` header asks for it.',
    getJob: 'The state of a step; once it is done, its answer.',
    getIngestion: 'A file that was sent and everything made from it.',
    deleteIngestion:
      'Erases the file at once, with everything made from it and the assemblies that hold a page of it; or an assembly alone.',
    listIngestions: 'The files that were sent, newest first.',
    assemble:
      'Assembles finished pages, in the order given, into one PDF with bookmarks and searchable text. Free. A page that nobody has read is read first.',
    getAssembly: 'The state of an assembly; once done, where its PDF is.',
    createBatch:
      'Takes up to 1,000 items, by address or uploaded before, and straightens them with common options, whenever nothing else is to be done. Each costs what it costs alone, when it is its turn. Accounts only.',
    getBatch: 'How far a batch is.',
    getBatchResults:
      'What became of each item, in their order. With `Accept: application/x-ndjson` all of them, one a line; with `application/zip` the pages made and the assembled PDFs.',
    cancelBatch:
      'Cancels the items that nobody has begun to straighten; the others end as they would, and what was made stays.',
    createWebhook: 'Adds an address to tell. Its secret is shown in this reply only.',
    listWebhooks: 'The addresses to tell.',
    testWebhook: 'Sends a test, which says nothing else.',
    listDeliveries: 'The log of deliveries: what was sent, and what was answered.',
    resendDelivery: 'Sends a delivery that has ended again, under the same id.',
    rotateWebhookSecret: 'Replaces the secret. The former one signs for 24 hours more, beside the new one.',
    pauseWebhook: 'Pauses an address: what happens meanwhile waits.',
    resumeWebhook: 'Resumes: what has waited is sent at once.',
    deleteWebhook: 'Deletes an address, its deliveries and their log.',
    rotateCallbackSecret:
      'Gives or replaces the secret that signs what `callback_url` addresses are told. The former one signs for 24 hours more, beside the new one.',
    listCallbackDeliveries: 'The log of deliveries to `callback_url` addresses.',
    exportMe: 'Everything the service knows about the signed-in account.',
    getMe: 'The signed-in account.',
    getApiKey: 'The API keys of the signed-in account.',
    rotateApiKey: 'Replaces an API key; the old one is refused at once.',
    listKeys: 'The named keys of the account, revoked ones included, without their secrets.',
    createKey: 'Makes a named key. Its secret, `api_key`, is given here only.',
    changeKey: 'Changes a named key: what is absent stays.',
    rotateKey:
      'Replaces the secret of a named key, which keeps everything else; the former one is refused at once.',
    revokeKey: 'Revokes a named key, which is refused at once.',
    getKeyUsage: 'The credits spent by key and day.',
    logout: 'Ends the session.',
    deleteMe: 'Erases the account: sessions and keys at once, files within a minute.',
    getLimits: 'All limits of the service, and the ceilings of an identified caller.',
  },
  fields: {
    address:
      'The file’s http or https address, which the service downloads; in place of `file`, with an account.',
    page_kind:
      'What the page is. `photo`: an image, also when it fills a page of a PDF, and every page of a TIFF; its edges are looked for. `scan`: a page of a PDF in pure black and white, made by a scanner. `digital`: text or drawing, never cropped.',
    focal: 'Focal length of the camera, in long sides of the image; absent when the file does not tell it.',
    ratio: 'Width of the document divided by its height.',
    ratio_uncertainty:
      'Relative standard deviation of this measure: 0.01 for 1%. It includes what is unknown of the camera and of any cropping; above 0.25, a detection answers `REVIEW_REQUIRED` with the reason `proportions`.',
    own_path: 'Path relative to the root of the site, for its owner only.',
    confidence: 'Probability that the zone is right (IoU of at least 0.95), from 0 to 1.',
    rectify_reasons:
      'What makes the zone doubtful: empty when it was given in `corners`, never when the status is `REVIEW_REQUIRED`. `uncertain`: a document can be made out, but not clearly enough to crop; nothing is made or charged, and `corners` is only a proposal. `proportions`: the zone may well be right, but the proportions of the document are uncertain.',
    detect_reasons:
      'What makes the zone doubtful, or why it is the whole image; never empty when the status is `REVIEW_REQUIRED`. `low_confidence`: nothing but the confidence. `proportions`: the zone may well be right, but the proportions of the document are uncertain. `uncertain`: a document can be made out, but not clearly enough to crop; `corners` is only a proposal, and a straightening without `corners` makes and costs nothing.',
    tier: '`paying`: the account has bought credits before; `account`: not yet, or it is a test key; `guest`: without an account.',
    steps_in_flight:
      'Steps given to the service at the same time; further ones wait their turn. Without a purchase, the ceilings per address apply too.',
    own_ceilings: 'The caller’s ceilings; null without authentication.',
    made_mime: 'Type of the file that was made; null when nothing was made.',
    made_pixels: 'Size of the image that was made, in pixels; null when nothing was made.',
    lighting: '`applied`: the light was corrected; `kept`: it stayed as it was; null when nothing was made.',
    lighting_reason:
      'Why the light was kept. `not_asked`: without `relighting`. `card`: an identity or bank card has no paper to whiten. `picture`: the page is a picture rather than paper.',
    effective_dpi:
      'Effective resolution: never more than the photo holds. For a recognised paper shorter than A4 it may exceed the one asked for, so that no pixel is lost.',
    paper:
      'Paper size that was recognised or asked for, else null. `id1` is recognised by its rounded corners only, never by its proportions alone.',
    proportions:
      'Measured proportions, perspective included, before they are fitted to a paper size; null when nothing was made.',
    dpi_asked:
      'Within the limits dpiMin and dpiMax of the service. It holds for the paper that `paper` asks for, otherwise for a page as long as A4.',
    render_of:
      'The `id` of a straightening that was charged: the same quad of the same page is rendered in another way. What is not named stays as it was.',
    document_asked:
      'Which of the detection’s `documents`, counted from 1. Without it, the largest, or an open book’s double page as a whole, for 1 credit as well. With `corners`, the document that they correct.',
    document_made:
      'The straightened document, counted from 1: its place among the detection’s `documents`. 0 for a double page as a whole.',
    documents:
      'Twelve at most, in reading order: from top to bottom, by rows from left to right. `document` numbers them so. Of an open book, its two pages, which meet at the fold.',
    document_reasons: 'What makes this document doubtful.',
    detected_corners:
      'Those of the largest of the `documents`, or of the double page as a whole, like `status` and `confidence`.',
    spread:
      'Whether the document is an open book: `documents` are then its two pages, the left one first, and `corners` go around both. `document` straightens one of them, for 1 credit.',
    captured:
      'The quads that were charged. `corners` that overlap one of them with an IoU of at least 0.5 are a correction; any others are a new page and cost 1 credit.',
    document_items:
      'Every straightened document of the page. The page’s own `rectify`, `free_corrections` and `free_renderings` are those of the last one.',
    free_corrections: 'Corrections of corners that are still free for this document of this page.',
    free_renderings: 'Other renderings of this page’s last straightening that are still free.',
    rectify_id: 'This step.',
    text: 'Also reads the text of the page, at no extra cost. The step is done once the text is there; a PDF then contains it, invisibly, to be searched and copied. If reading fails the page stays, `text_path` is null, and `render_of` with `text` asks again.',
    text_path:
      'The text that was read, as JSON: `blocks` in reading order, their `lines`, their `words`, each with its corners relative to the page (`corners`) and its confidence; null without text.',
    plain_text_path:
      'The same text alone, line by line, with an empty line between two blocks; null without text.',
    text_reason:
      'Why there is no text: not asked for (`not_asked`), still being read (`pending`), cannot be read now (`failed`), no page was made (`nothing_made`); null where it is there.',
    page_compression:
      'Of a PDF only. `auto`, without this option: as small as it gets without losing sharpness, a picture staying a JPEG; `jpeg`: the whole page as one JPEG; `lossless`: without any loss.',
    page_standard: 'Of a PDF only. `pdfa-2b`: it follows PDF/A-2b, to be archived.',
    page_max_bytes:
      'Of a PDF only: the size not to exceed, in bytes, text included; with `text`, 20,000 bytes are kept for the text. The quality, then the resolution of pictures go down as far as needed; `bytes` and `max_bytes_met` tell what came of it.',
    made_bytes: 'Size of the file made, in bytes, text included; null when nothing was made.',
    made_standard: 'The standard that the PDF follows; null in another format.',
    made_compression: 'How the PDF is compressed; null in another format.',
    read_of: 'The rectify whose page was read.',
    words_read: 'Number of words read.',
    batch_items: 'What to straighten, up to the limit batchItemsMax.',
    batch_url: 'Where the file is; see `url` of `ingest`.',
    batch_file: 'A file uploaded before.',
    batch_item_page: 'The page of the file, from 1.',
    batch_group: 'Items with the same one make one PDF, whose title it is, where `assembly` is given.',
    batch_reference: 'Whatever you call this item; it comes back with its result.',
    batch_options: 'Options of `rectify`, for all items: all but `corners`, `page` and `document`.',
    batch_assembly:
      'Makes one PDF per `group` of the pages made, in the order of the items. At no cost. See `assemblies`.',
    batch_state: '`cancelled`: no more items begin. `ended_at` tells when the last one has ended.',
    batch_ends_by: 'Items that have not begun by then fail with `batch_over`.',
    batch_ended_at: 'When its last item and its last PDF had ended; null before.',
    batch_counts: 'How many items are in which state.',
    batch_assemblies: 'The PDFs, one per group.',
    batch_assembly_job: 'What `assemblies/{id}` says more about.',
    batch_assembly_artifacts: 'The PDF, as long as it is kept.',
    batch_index: 'The position in `items`, from 0.',
    batch_item_state: '`waiting`: it is not its turn yet, and no credit is held for it.',
    batch_job: 'The rectification; `jobs/{id}` answers with it too.',
    batch_item_status: 'Of a finished item; `NOT_FOUND` costs nothing.',
    batch_item_code: 'Why the item failed.',
    batch_result: 'The reply of `rectify`, for as long as its file is kept.',
    batch_cursor: 'The `next_cursor` of the reply before.',
    batch_limit: 'How many items.',
    event_batch_path: 'Where to ask for the batch.',
    assembly_id: 'This assembly, and the job that makes it.',
    assembly_pages:
      'The pages in their order, up to the limit assemblyPagesMax. Each is a finished rectification, or a page of an uploaded PDF, taken as it is: not rasterised, nothing lost, its text stays.',
    assembled_rectify: 'A finished rectification, charged or rendered by `render_of`.',
    assembled_file: 'An uploaded PDF whose page `page` is taken as it is.',
    page_name: 'The page’s name in the PDF’s bookmarks.',
    assembly_title: 'The title of the PDF; without one, the name of the first file.',
    assembly_text:
      'The text of straightened pages, invisible, so that it can be searched and copied. A page that nobody has read is read first, at no cost; if reading fails, it goes in without text.',
    standard: '`pdfa-2b`: the PDF follows PDF/A-2b, to be archived; it then holds straightened pages only.',
    compression:
      '`auto`: as small as it gets without losing sharpness; `jpeg`: each page is one JPEG picture; `lossless`: without any loss.',
    max_bytes: 'The size not to exceed, in bytes; `max_bytes_met` tells whether it was met.',
    reduced: 'What was given up to stay below `max_bytes`; null where nothing was.',
    reduced_resolution:
      'The part of the pictures’ resolution that was kept; with `auto`, letters keep theirs.',
    max_bytes_met: 'Whether the PDF is no larger than `max_bytes`; null when that was not asked for.',
    page_size:
      '`as_is`: each straightened page in its size; `a4`: all on A4. Pages taken as they are keep theirs.',
    layout:
      '`card`: both sides of an identity or bank card on one A4 page, at their true size of 85.6 × 53.98 mm.',
    pages_with_text: 'Pages whose words can be found, selected and copied.',
    pages_read: 'Of an assembly some of whose pages are read first: how many have been, of how many.',
    assembly_expires: 'The assembly expires with the first of its pages.',
    exported_assembly: 'What was assembled; null until it is.',
    capture_id:
      'What `render_of` asks for to render this page in another way; null for a free correction, to be asked for again with its `corners`.',
    turn: 'Turns the finished page clockwise, in degrees; 0 when absent. `corners` answers the corners in the order of the turned page.',
    turn_again: 'As in a straightening, from the page as its zone shows it.',
    turned: 'By how much the page was turned as asked, in degrees.',
    flatten:
      '`auto`: a curved, folded or wavy sheet is flattened where its shape is certain, and a flat one is never touched; `off`: never. `auto` where it is left out. The rest follows the length of the paper: proportions, paper size and pixels.',
    flatten_asked: 'The option as asked, `auto` if it was left out.',
    flattened:
      'Whether the sheet was flattened. null when nothing was made, or by a previous version of the service.',
    bend: 'How far the sheet departs from its best plane, as a share of its diagonal; 0 for a flat one, or where it does not show. null like `flattened`. Where it is curved and was not flattened, `reasons` holds `curved`.',
    options_object_or_text: 'An object, or the same as JSON text.',
    password:
      'What opens a protected PDF. Kept encrypted until the file is erased, and returned by no call. Without it such a PDF answers `encrypted_pdf`; if it is not the right one, `wrong_password`: then send the file again with another one, even under the same `Idempotency-Key`. Ignored for any other file.',
    sign_for:
      'Returns signed addresses in `artifacts`, which can be read without key or cookie for that many seconds, at most until the file is no longer kept. Erasing the file revokes them.',
    sign: 'Like `sign_for`, for five minutes.',
    key_created: 'When the key api_key was created.',
    key_last_used: 'When the key api_key was last used, to the minute.',
    key_scopes:
      'What the key may do. `straighten`: send, straighten, assemble, fetch results by their ids, erase. `read`: list files and movements, fetch results; make nothing. `manage`: administer the account’s keys and webhooks, hence give itself every scope. Any other call answers 403 `scope_missing`.',
    key_expires: 'When the key stops being valid: from then on 401 `key_expired`. `null`: never.',
    key_cap:
      'The credits that the key may spend a month, from 0:00 UTC on the first to the next first. A credit held counts, one given back no longer does. Beyond: 402 `key_cap_reached`, with `Retry-After`. `null`: no cap.',
    key_ending: 'The last four characters of the secret, to recognise it.',
    named_key_last_used: 'Last use, to the minute.',
    key_revoked: 'When the key was revoked; it answers 401 `key_revoked` from then on.',
    key_shown: 'The secret, to be kept: it is never shown again.',
    usage_day: 'The day, in UTC, on which the credits were held.',
    usage_key: 'The named key; `null`: the account’s key `api_key`, in all its generations.',
    usage_credits: 'Credits spent or held; those given back are deducted.',
    usage_days: 'How many days, today included; they are kept as the limit keyUsageDays says.',
    checkout_next: 'The page the buyer comes back to.',
    withdrawal_until: 'End of the period of fourteen days.',
    signed_until: 'Of a signed address: when it ends, in Unix seconds.',
    signature: 'Of a signed address.',
    line_credits: 'Credits gained, or spent when the number is negative.',
    line_owed: 'Credits that became owed, or were repaid when the number is negative.',
    line_balance: 'Balance after this line.',
    line_file: 'The file concerned, while it is kept.',
    owed: 'Credits owed: while there are any, nothing can be spent, and any credits added repay them first.',
    problem_detail:
      'A sentence to show as it is: in French, or in English where `Accept-Language` prefers it.',
    most_credits: 'How many at most; all of them when absent.',
    callback_url:
      'An http or https address to tell once, when this call has ended: the event is that of a webhook, signed if the account has a secret for these addresses (`/api/v1/callbacks/rotate`), with ten attempts in a day. Needs an account. A resume address of n8n or Make, for example.',
    event_job: 'The step that has ended.',
    event_job_path: 'Where to read its reply, with the key.',
    event_status: 'As in the step’s reply; null when it has failed.',
    event_code:
      'Why it has failed: the code of a refusal, or `cancelled` when the file was erased before; null otherwise.',
    event_charged: 'Credits charged.',
    event_test: 'Asked for with a test key.',
    event_timestamp: 'When it happened.',
    webhook_events: 'The events that this address is told of.',
    webhook_events_asked: 'The events to be told of; all of them when absent.',
    credits_low_at: 'When a page leaves fewer credits than this, `credits.low` says so once.',
    webhook_state:
      '`active`; `paused`: as you asked; `failing`: paused after three days of failures; `gone`: it has answered 410, nothing is kept for it any more. All three can be resumed.',
    failing_since: 'Since when everything fails; null when the last delivery has arrived.',
    former_secret_until: 'Until when the former secret signs too; null when there is none.',
    webhook_secret: 'Signs every delivery. Keep it: it is not shown again.',
    attempt_status: 'The HTTP status that was answered; null without an answer.',
    attempt_error: 'Why there is no answer; `refused_address`: a private IP address, or an unusual port.',
    attempt_answer: 'The beginning of the answer.',
    delivery_id: 'The header `webhook-id`, the same at every attempt.',
    delivery_state:
      '`waiting`: the next attempt waits for its time, for an earlier delivery of the same file, or for the address to be resumed; `sending`: on its way; `failed`: given up.',
    next_attempt_at: 'When the next attempt is made; null when none is planned.',
    delivery_body: 'The body, as it is signed and sent.',
    seen_thumb_path: smallPicture('The page that was seen, with nothing drawn on it,', 'thumb'),
    made_screen_path: smallPicture('The straightened page at the size of a screen,', 'screen'),
    made_thumb_path: smallPicture('The straightened page as a thumbnail,', 'thumb'),
  },
  headers: {
    idempotencyKey:
      'From 1 to 255 characters, kept for 24 h. An answer given again has `Idempotent-Replayed: true`; its credits were charged the first time.',
    prefer: '`respond-async`: answer 202 at once; `wait=n`: wait up to n seconds.',
  },
  events: {
    'ingestion.finished': 'A file is ready.',
    'ingestion.failed': 'A file could not be read.',
    'detection.finished': 'The document was found, or there is none: see `status`.',
    'detection.failed': 'A detection has failed.',
    'rectification.finished':
      'A page is straightened, and read where that was asked for; or nothing was made: see `status`.',
    'rectification.failed': 'A rectification has failed; nothing is charged.',
    'assembly.finished': 'Pages are assembled.',
    'assembly.failed': 'Pages could not be assembled.',
    'batch.finished': 'A batch has ended, with pages made.',
    'batch.failed': 'A batch was cancelled, ran out of time, or ended without a page made.',
    'review.required': 'A detection or a page is to be checked.',
    'credits.low': 'Fewer credits are left than you wanted to be told of.',
    'webhook.test': 'A test, sent as you asked.',
  },
  responses: {
    done: 'Done.',
    taken:
      'Received. Any other status, redirects included, means another attempt later; 410 ends the deliveries.',
    running: 'Under way: the address to poll is in `Location`.',
  },
}

function smallPicture(what: string, picture: SmallPicture): string {
  const { longSidePx, bytesMax } = smallPictures[picture]
  return `${what} as WebP, at most ${longSidePx} pixels long and ${bytesMax / 1_000} kB; null for what has none.`
}

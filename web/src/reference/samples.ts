import { accountWords } from '#words/account'
import { language } from '#words/language'
import { accessOf, type Operation } from './document.ts'
import en from '@equerre/words/en/replies.json' with { type: 'json' }
import fr from '@equerre/words/fr/replies.json' with { type: 'json' }

const { samples: ours } = accountWords.api
type SampleWords = {
  readonly key: string
  readonly manageKey: string
  readonly photo: string
  readonly result: string
}

/** The replies of a real run, by operation; lists and long texts are cut. */
const replies: Readonly<Record<string, unknown>> = { fr, en }[language]

/** What stands in the address in place of its parameters. */
const addresses: Readonly<Record<string, string>> = {
  getJob: '/api/v1/detourage/jobs/$JOB',
  getAssembly: '/api/v1/detourage/assemblies/$ASSEMBLY',
  getBatch: '/api/v1/detourage/batches/$BATCH',
  getBatchResults: '/api/v1/detourage/batches/$BATCH/results',
  cancelBatch: '/api/v1/detourage/batches/$BATCH',
  getArtifact: '$IMAGE',
  testWebhook: '/api/v1/webhooks/$WEBHOOK/test',
  listDeliveries: '/api/v1/webhooks/$WEBHOOK/deliveries',
  resendDelivery: '/api/v1/webhooks/deliveries/$DELIVERY/resend',
  rotateWebhookSecret: '/api/v1/webhooks/$WEBHOOK/rotate',
  pauseWebhook: '/api/v1/webhooks/$WEBHOOK/pause',
  resumeWebhook: '/api/v1/webhooks/$WEBHOOK/resume',
  deleteWebhook: '/api/v1/webhooks/$WEBHOOK',
  startCheckout: '/api/create-checkout-session/pack100',
  getInvoice: '/api/purchases/$PURCHASE/invoice',
  changeKey: '/api/v1/keys/$KEY_ID',
  rotateKey: '/api/v1/keys/$KEY_ID/rotate',
  revokeKey: '/api/v1/keys/$KEY_ID',
}

/** What a call sends besides its address and its key. */
const sent = ({ photo, result }: SampleWords): Readonly<Record<string, readonly string[]>> => ({
  ingest: [`-F "file=@${photo}"`],
  detect: ['-F "ingestion_id=$ID"'],
  rectify: [
    '-H "Idempotency-Key: $ID-1"',
    '-F "ingestion_id=$ID"',
    `-F 'options={"relighting":false,"dpi":300,"text":true}'`,
  ],
  oneShot: [`-F "file=@${photo}"`],
  assemble: [
    '--json "{\\"title\\":\\"Notes de frais\\",\\"pages\\":[{\\"rectify_id\\":\\"$JOB\\",\\"name\\":\\"Ticket\\"}]}"',
  ],
  createBatch: [
    '--json "{\\"items\\":[{\\"ingestion_id\\":\\"$ID\\",\\"reference\\":\\"F-2027-118\\"}],\\"options\\":{\\"format\\":\\"pdf\\"}}"',
  ],
  createKey: [
    '--json "{\\"name\\":\\"Scanner\\",\\"scopes\\":[\\"straighten\\"],\\"credits_per_month\\":500}"',
  ],
  changeKey: ['--json "{\\"credits_per_month\\":1000}"'],
  getArtifact: [`-o ${result}`],
  createWebhook: [
    '--json "{\\"url\\":\\"https://exemple.test/equerre\\",\\"events\\":[\\"rectification.finished\\"]}"',
  ],
  confirmWithdrawal: [
    '--json "{\\"purchase_id\\":\\"$PURCHASE\\",\\"name\\":\\"Claire Aubry\\",\\"email\\":\\"claire@exemple.test\\"}"',
  ],
})

/** The call as a command; null for one that only the page may make. */
export function commandOf(operation: Operation, words: SampleWords = ours): string | null {
  const { operationId, method, path } = operation
  const access = accessOf(operation)
  if (access === 'session') return null
  const address = addresses[operationId] ?? path.replace('{id}', '$ID')
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "$API${address}"`,
    ...(access !== 'public' ? [`-H "X-API-Key: $${access === 'manage' ? words.manageKey : words.key}"`] : []),
    ...(sent(words)[operationId] ?? []),
  ].join(' \\\n  ')
}

/** What it replied, as JSON; null if the reply is a file. */
export function replyOf({ operationId }: Operation): string | null {
  const reply = replies[operationId]
  return reply === undefined ? null : JSON.stringify(reply, null, 2)
}

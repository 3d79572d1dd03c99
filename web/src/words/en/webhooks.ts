import type { Delivery, Webhook } from '../../api/webhooks.ts'
import type { webhookWords as frWebhooks } from '../fr/webhooks.ts'
import type { SameShape } from '../same-shape.ts'
import { typesetCatalogue } from './typography.ts'

const states: Readonly<Record<Webhook['state'], string>> = {
  active: 'Active',
  paused: 'Paused',
  failing: 'Paused: everything fails',
  gone: 'Answered 410',
}
const deliveryStates: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'Waiting',
  sending: 'On its way',
  delivered: 'Delivered',
  failed: 'Given up',
}
const errors = {
  timeout: 'no answer in time',
  unreachable: 'unreachable',
  refused_address: 'address refused',
} as const

/** Texts of the account page about webhooks. */
export const webhookWords = typesetCatalogue<SameShape<typeof frWebhooks>>({
  title: 'Webhooks',
  text: 'An address that is told when a file, a page or an assembly is ready or has failed, when a page is to be checked, or when credits run low.',
  reference: 'Verifying a webhook',
  failed: 'Your webhooks could not be read.',
  address: 'Address',
  add: 'Add',
  addFailed: (reason) => `The webhook was not added. ${reason}`,
  actionFailed: 'That did not work. Try again in a moment.',
  secret: 'Secret',
  secretOnce: 'Keep it now: it is not shown again.',
  secretBoth: (until) => `The former secret signs too, until ${until}.`,
  hideSecret: 'I have kept it',
  states,
  failing: (since) =>
    `Every delivery has failed since ${since}. What happens waits: repair the address, then resume.`,
  test: 'Send a test',
  pause: 'Pause',
  resume: 'Resume',
  rotate: 'Replace the secret',
  rotateTitle: 'Replace the secret?',
  rotateText: 'The former one signs for 24 hours more, beside the new one.',
  rotateConfirm: 'Replace',
  delete: 'Delete',
  deleteTitle: 'Delete this webhook?',
  deleteText: 'This address is told nothing more, and its log is erased.',
  deleteConfirm: 'Delete',
  deliveries: 'Deliveries',
  noDeliveries: 'No deliveries yet.',
  deliveryStates,
  sent: 'Sent',
  answered: (at, status, ms) => `${at}: answer ${status} in ${ms} ms`,
  noAnswer: (at, error) => `${at}: ${errors[error]}`,
  resend: 'Send again',
  callbacks: 'Callback addresses',
  callbacksText:
    'Those that your calls give (callback_url), told once. With a secret, what they get is signed as for a webhook.',
  newSecret: 'New secret',
  newSecretTitle: 'Make a new secret?',
  newSecretText: 'If there is one already, it signs for 24 hours more, beside the new one.',
  newSecretConfirm: 'Make it',
})

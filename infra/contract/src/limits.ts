import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { fileLimits, type Definition } from './file-limits.ts'

/** Every limit once: its environment variable, its default, its unit, and what it says to a French reader. */
export const limitTable = {
  ...fileLimits,
  waitSecondsMax: {
    variable: 'WAIT_SECONDS_MAX',
    value: 25,
    unit: 'secondes',
    label: 'Attente d’une réponse directe, ensuite 202',
  },
  stepSecondsMax: {
    variable: 'STEP_SECONDS_MAX',
    value: 900,
    unit: 'secondes',
    label: 'Durée d’une étape, de son acceptation à sa fin',
  },
  stepAttemptsMax: { variable: 'STEP_ATTEMPTS_MAX', value: 3, unit: 'essais', label: 'Essais d’une étape' },
  jobSecondsMax: { variable: 'JOB_SECONDS_MAX', value: 60, unit: 'secondes', label: 'Travail d’un essai' },
  stepCpuSecondsMax: {
    variable: 'STEP_CPU_SECONDS_MAX',
    value: 30,
    unit: 'secondes',
    label: 'Calcul d’une étape',
  },
  pdfPageCpuSecondsMax: {
    variable: 'PDF_PAGE_CPU_SECONDS_MAX',
    value: 10,
    unit: 'secondes',
    label: 'Calcul d’une page de PDF',
  },
  inFlightMax: {
    variable: 'IN_FLIGHT_MAX',
    value: 4,
    unit: 'étapes',
    label: 'Étapes en cours par utilisateur',
  },
  waitingStepsMax: {
    variable: 'WAITING_STEPS_MAX',
    value: 10_000,
    unit: 'étapes',
    label: 'Étapes en attente par utilisateur',
  },
  unpaidInFlightMax: {
    variable: 'UNPAID_IN_FLIGHT_MAX',
    value: 8,
    unit: 'étapes',
    label: 'Étapes en cours sans achat, par adresse et par file',
  },
  unpaidHeavyInFlightMax: {
    variable: 'UNPAID_HEAVY_IN_FLIGHT_MAX',
    value: 1,
    unit: 'étapes',
    label: 'Étapes lourdes (PDF, très grandes images) en cours sans achat, par adresse',
  },
  unpaidWaitingStepsMax: {
    variable: 'UNPAID_WAITING_STEPS_MAX',
    value: 1_000,
    unit: 'étapes',
    label: 'Étapes en attente par utilisateur sans achat',
  },
  unpaidWaitingPerNetworkMax: {
    variable: 'UNPAID_WAITING_PER_NETWORK_MAX',
    value: 4_000,
    unit: 'étapes',
    label: 'Étapes en attente sans achat, par réseau (/24 ou /48)',
  },
  stepsPerFileMax: {
    variable: 'STEPS_PER_FILE_MAX',
    value: 1_000,
    unit: 'étapes',
    label: 'Étapes demandées sur un même fichier',
  },
  queueAgeSecondsMax: {
    variable: 'QUEUE_AGE_SECONDS_MAX',
    value: 20,
    unit: 'secondes',
    label: 'Âge de la file au-delà duquel un compte sans achat ou une clé de test attend',
  },
  guestQueueAgeSecondsMax: {
    variable: 'GUEST_QUEUE_AGE_SECONDS_MAX',
    value: 10,
    unit: 'secondes',
    label: 'Âge de la file au-delà duquel un invité attend',
  },
  payingQueueAgeSecondsMax: {
    variable: 'PAYING_QUEUE_AGE_SECONDS_MAX',
    value: 120,
    unit: 'secondes',
    label: 'Âge de la file au-delà duquel un compte qui a acheté des crédits attend',
  },
  keyRequestsPerMinute: {
    variable: 'KEY_REQUESTS_PER_MINUTE',
    value: 600,
    unit: 'requêtes/min',
    label: 'Requêtes par clé API',
  },
  cookieRequestsPerMinute: {
    variable: 'COOKIE_REQUESTS_PER_MINUTE',
    value: 300,
    unit: 'requêtes/min',
    label: 'Requêtes par session ou invité',
  },
  uploadsPerMinute: {
    variable: 'UPLOADS_PER_MINUTE',
    value: 120,
    unit: 'requêtes/min',
    label: 'Envois de fichiers',
  },
  openUploadsMax: {
    variable: 'OPEN_UPLOADS_MAX',
    value: 600,
    unit: 'envois',
    label: 'Envois simultanés, pour un processus du service',
  },
  openUploadsPerUserMax: {
    variable: 'OPEN_UPLOADS_PER_USER_MAX',
    value: 64,
    unit: 'envois',
    label: 'Envois simultanés par utilisateur',
  },
  unpaidOpenUploadsMax: {
    variable: 'UNPAID_OPEN_UPLOADS_MAX',
    value: 64,
    unit: 'envois',
    label: 'Envois simultanés sans achat, par adresse',
  },
  uploadBytesPerSecondMin: {
    variable: 'UPLOAD_BYTES_PER_SECOND_MIN',
    value: 4_000,
    unit: 'octets/s',
    label: 'Débit le plus bas d’un envoi',
  },
  uploadSlowSecondsMax: {
    variable: 'UPLOAD_SLOW_SECONDS_MAX',
    value: 20,
    unit: 'secondes',
    label: 'Durée sur laquelle le débit d’un envoi est mesuré',
  },
  uploadMemoryBytesMax: {
    variable: 'UPLOAD_MEMORY_BYTES_MAX',
    value: 64_000_000,
    unit: 'octets',
    label: 'Mémoire de tous les envois en cours, pour un processus du service',
  },
  unpaidBytesPerHour: {
    variable: 'UNPAID_BYTES_PER_HOUR',
    value: 5_000_000_000,
    unit: 'octets/h',
    label: 'Fichiers reçus d’un utilisateur sans achat, par heure',
  },
  unpaidBytesPerAddressPerHour: {
    variable: 'UNPAID_BYTES_PER_ADDRESS_PER_HOUR',
    value: 15_000_000_000,
    unit: 'octets/h',
    label: 'Fichiers reçus sans achat d’une même adresse, par heure',
  },
  unpaidBytesPerDay: {
    variable: 'UNPAID_BYTES_PER_DAY',
    value: 15_000_000_000,
    unit: 'octets/jour',
    label: 'Fichiers reçus d’un utilisateur sans achat, par jour',
  },
  unpaidBytesPerAddressPerDay: {
    variable: 'UNPAID_BYTES_PER_ADDRESS_PER_DAY',
    value: 45_000_000_000,
    unit: 'octets/jour',
    label: 'Fichiers reçus sans achat d’une même adresse, par jour',
  },
  unpaidStepsPerHour: {
    variable: 'UNPAID_STEPS_PER_HOUR',
    value: 2_000,
    unit: 'étapes/h',
    label: 'Étapes demandées par un utilisateur sans achat ou une clé de test, par heure',
  },
  unpaidStepsPerAddressPerHour: {
    variable: 'UNPAID_STEPS_PER_ADDRESS_PER_HOUR',
    value: 6_000,
    unit: 'étapes/h',
    label: 'Étapes demandées sans achat d’une même adresse, par heure',
  },
  wrongCredentialsPerMinute: {
    variable: 'WRONG_CREDENTIALS_PER_MINUTE',
    value: 60,
    unit: 'essais/min',
    label: 'Clés API ou sessions fausses d’une même adresse',
  },
  requestBurst: { variable: 'REQUEST_BURST', value: 100, unit: 'requêtes', label: 'Requêtes d’affilée' },
  guestCredits: {
    variable: 'GUEST_CREDITS',
    value: 10,
    unit: 'crédits',
    label: 'Crédits d’un nouvel invité',
  },
  guestWalletsPerNetworkPerDay: {
    variable: 'GUEST_WALLETS_PER_NETWORK_PER_DAY',
    value: 20,
    unit: 'invités',
    label: 'Nouveaux invités par réseau et par jour',
  },
  freeTopUpCredits: {
    variable: 'FREE_TOPUP_CREDITS',
    value: 5,
    unit: 'crédits',
    label: 'Crédits gratuits ajoutés une fois',
  },
  freeCorrectionsPerCapture: {
    variable: 'FREE_CORRECTIONS_PER_CAPTURE',
    value: 5,
    unit: 'corrections',
    label: 'Corrections gratuites par page payée',
  },
  retentionHours: {
    variable: 'RETENTION_HOURS',
    value: 24,
    unit: 'heures',
    label: 'Conservation des fichiers',
  },
  signedSecondsMax: {
    variable: 'SIGNED_SECONDS_MAX',
    value: 300,
    unit: 'secondes',
    label: 'Validité d’une adresse signée',
  },
  idempotencyHours: {
    variable: 'IDEMPOTENCY_HOURS',
    value: 24,
    unit: 'heures',
    label: 'Conservation d’une clé d’idempotence',
  },
} as const satisfies Record<string, Definition>

export type LimitName = keyof typeof limitTable
export type Limits = { readonly [Name in LimitName]: number }

export const defaultLimits = Object.fromEntries(
  Object.entries(limitTable).map(([name, { value }]) => [name, value]),
) as unknown as Limits

export const getLimits = defineEndpoint({
  name: 'getLimits',
  method: 'GET',
  path: '/v1/limits',
  summary: 'Toutes les limites du service.',
  access: 'public',
  params: z.object({}),
  query: z.object({}),
  body: z.void(),
  reply: z.object({
    limits: z.array(z.object({ name: z.string(), value: z.number(), unit: z.string(), label: z.string() })),
  }),
  problems: [],
})

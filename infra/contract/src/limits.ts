import { fileLimits, type Definition } from './file-limits.ts'

/** Every limit: its environment variable, default and unit. `infra/words` describes what it bounds. */
export const limitTable = {
  ...fileLimits,
  waitSecondsMax: {
    variable: 'WAIT_SECONDS_MAX',
    value: 25,
    unit: 'seconds',
  },
  pollSecondsMax: {
    variable: 'POLL_SECONDS_MAX',
    value: 300,
    unit: 'seconds',
  },
  stepSecondsMax: {
    variable: 'STEP_SECONDS_MAX',
    value: 900,
    unit: 'seconds',
  },
  stepAttemptsMax: { variable: 'STEP_ATTEMPTS_MAX', value: 3, unit: 'attempts' },
  jobSecondsMax: { variable: 'JOB_SECONDS_MAX', value: 60, unit: 'seconds' },
  fetchSecondsMax: { variable: 'FETCH_SECONDS_MAX', value: 120, unit: 'seconds' },
  stepCpuSecondsMax: {
    variable: 'STEP_CPU_SECONDS_MAX',
    value: 30,
    unit: 'seconds',
  },
  pdfPageCpuSecondsMax: {
    variable: 'PDF_PAGE_CPU_SECONDS_MAX',
    value: 10,
    unit: 'seconds',
  },
  inFlightMax: {
    variable: 'IN_FLIGHT_MAX',
    value: 4,
    unit: 'steps',
  },
  payingInFlightMax: {
    variable: 'PAYING_IN_FLIGHT_MAX',
    value: 8,
    unit: 'steps',
  },
  waitingStepsMax: {
    variable: 'WAITING_STEPS_MAX',
    value: 10_000,
    unit: 'steps',
  },
  unpaidInFlightMax: {
    variable: 'UNPAID_IN_FLIGHT_MAX',
    value: 8,
    unit: 'steps',
  },
  unpaidHeavyInFlightMax: {
    variable: 'UNPAID_HEAVY_IN_FLIGHT_MAX',
    value: 1,
    unit: 'steps',
  },
  unpaidWaitingStepsMax: {
    variable: 'UNPAID_WAITING_STEPS_MAX',
    value: 1_000,
    unit: 'steps',
  },
  unpaidWaitingPerNetworkMax: {
    variable: 'UNPAID_WAITING_PER_NETWORK_MAX',
    value: 4_000,
    unit: 'steps',
  },
  stepsPerFileMax: {
    variable: 'STEPS_PER_FILE_MAX',
    value: 1_000,
    unit: 'steps',
  },
  assemblyPagesMax: {
    variable: 'ASSEMBLY_PAGES_MAX',
    value: 200,
    unit: 'pages',
  },
  assembliesInFlightMax: {
    variable: 'ASSEMBLIES_IN_FLIGHT_MAX',
    value: 2,
    unit: 'assemblies',
  },
  assembliesPerHour: {
    variable: 'ASSEMBLIES_PER_HOUR',
    value: 60,
    unit: 'assemblies_per_hour',
  },
  assemblySecondsMax: {
    variable: 'ASSEMBLY_SECONDS_MAX',
    value: 3_600,
    unit: 'seconds',
  },
  assemblyCpuSecondsMax: {
    variable: 'ASSEMBLY_CPU_SECONDS_MAX',
    value: 600,
    unit: 'seconds',
  },
  assemblyBytesMax: {
    variable: 'ASSEMBLY_BYTES_MAX',
    value: 100_000_000,
    unit: 'bytes',
  },
  batchItemsMax: { variable: 'BATCH_ITEMS_MAX', value: 1_000, unit: 'items' },
  batchesOpenMax: { variable: 'BATCHES_OPEN_MAX', value: 10, unit: 'batches' },
  batchInFlightMax: { variable: 'BATCH_IN_FLIGHT_MAX', value: 16, unit: 'items' },
  batchHours: { variable: 'BATCH_HOURS', value: 24, unit: 'hours' },
  queueAgeSecondsMax: {
    variable: 'QUEUE_AGE_SECONDS_MAX',
    value: 20,
    unit: 'seconds',
  },
  guestQueueAgeSecondsMax: {
    variable: 'GUEST_QUEUE_AGE_SECONDS_MAX',
    value: 10,
    unit: 'seconds',
  },
  payingQueueAgeSecondsMax: {
    variable: 'PAYING_QUEUE_AGE_SECONDS_MAX',
    value: 120,
    unit: 'seconds',
  },
  keyRequestsPerMinute: {
    variable: 'KEY_REQUESTS_PER_MINUTE',
    value: 600,
    unit: 'requests_per_minute',
  },
  cookieRequestsPerMinute: {
    variable: 'COOKIE_REQUESTS_PER_MINUTE',
    value: 300,
    unit: 'requests_per_minute',
  },
  uploadsPerMinute: {
    variable: 'UPLOADS_PER_MINUTE',
    value: 120,
    unit: 'requests_per_minute',
  },
  payingUploadsPerMinute: {
    variable: 'PAYING_UPLOADS_PER_MINUTE',
    value: 300,
    unit: 'requests_per_minute',
  },
  openUploadsMax: {
    variable: 'OPEN_UPLOADS_MAX',
    value: 600,
    unit: 'uploads',
  },
  openUploadsPerUserMax: {
    variable: 'OPEN_UPLOADS_PER_USER_MAX',
    value: 64,
    unit: 'uploads',
  },
  unpaidOpenUploadsMax: {
    variable: 'UNPAID_OPEN_UPLOADS_MAX',
    value: 64,
    unit: 'uploads',
  },
  uploadBytesPerSecondMin: {
    variable: 'UPLOAD_BYTES_PER_SECOND_MIN',
    value: 4_000,
    unit: 'bytes_per_second',
  },
  uploadSlowSecondsMax: {
    variable: 'UPLOAD_SLOW_SECONDS_MAX',
    value: 20,
    unit: 'seconds',
  },
  uploadMemoryBytesMax: {
    variable: 'UPLOAD_MEMORY_BYTES_MAX',
    value: 64_000_000,
    unit: 'bytes',
  },
  unpaidBytesPerMinute: {
    variable: 'UNPAID_BYTES_PER_MINUTE',
    value: 300_000_000,
    unit: 'bytes_per_minute',
  },
  unpaidBytesPerAddressPerMinute: {
    variable: 'UNPAID_BYTES_PER_ADDRESS_PER_MINUTE',
    value: 600_000_000,
    unit: 'bytes_per_minute',
  },
  unpaidBytesPerHour: {
    variable: 'UNPAID_BYTES_PER_HOUR',
    value: 5_000_000_000,
    unit: 'bytes_per_hour',
  },
  unpaidBytesPerAddressPerHour: {
    variable: 'UNPAID_BYTES_PER_ADDRESS_PER_HOUR',
    value: 15_000_000_000,
    unit: 'bytes_per_hour',
  },
  unpaidBytesPerDay: {
    variable: 'UNPAID_BYTES_PER_DAY',
    value: 15_000_000_000,
    unit: 'bytes_per_day',
  },
  unpaidBytesPerAddressPerDay: {
    variable: 'UNPAID_BYTES_PER_ADDRESS_PER_DAY',
    value: 45_000_000_000,
    unit: 'bytes_per_day',
  },
  unpaidStepsPerHour: {
    variable: 'UNPAID_STEPS_PER_HOUR',
    value: 2_000,
    unit: 'steps_per_hour',
  },
  unpaidStepsPerAddressPerHour: {
    variable: 'UNPAID_STEPS_PER_ADDRESS_PER_HOUR',
    value: 6_000,
    unit: 'steps_per_hour',
  },
  unpaidLongSecondsPerHour: {
    variable: 'UNPAID_LONG_SECONDS_PER_HOUR',
    value: 10,
    unit: 'seconds_per_hour',
  },
  wrongCredentialsPerMinute: {
    variable: 'WRONG_CREDENTIALS_PER_MINUTE',
    value: 60,
    unit: 'attempts_per_minute',
  },
  requestBurst: { variable: 'REQUEST_BURST', value: 100, unit: 'requests' },
  namedKeysMax: {
    variable: 'NAMED_KEYS_MAX',
    value: 20,
    unit: 'keys',
  },
  keyUsageDays: {
    variable: 'KEY_USAGE_DAYS',
    value: 400,
    unit: 'days',
  },
  guestCredits: {
    variable: 'GUEST_CREDITS',
    value: 10,
    unit: 'credits',
  },
  guestWalletsPerNetworkPerDay: {
    variable: 'GUEST_WALLETS_PER_NETWORK_PER_DAY',
    value: 20,
    unit: 'guests',
  },
  freeTopUpCredits: {
    variable: 'FREE_TOPUP_CREDITS',
    value: 5,
    unit: 'credits',
  },
  freeCorrectionsPerCapture: {
    variable: 'FREE_CORRECTIONS_PER_CAPTURE',
    value: 5,
    unit: 'corrections',
  },
  renderingsPerCapture: {
    variable: 'RENDERINGS_PER_CAPTURE',
    value: 20,
    unit: 'renderings',
  },
  retentionHours: {
    variable: 'RETENTION_HOURS',
    value: 24,
    unit: 'hours',
  },
  signedSecondsMax: {
    variable: 'SIGNED_SECONDS_MAX',
    value: 300,
    unit: 'seconds',
  },
  webhooksMax: { variable: 'WEBHOOKS_MAX', value: 10, unit: 'webhooks' },
  webhookSecondsMax: { variable: 'WEBHOOK_SECONDS_MAX', value: 15, unit: 'seconds' },
  webhookAnswerBytesMax: { variable: 'WEBHOOK_ANSWER_BYTES_MAX', value: 2_000, unit: 'bytes' },
  webhookInFlightMax: { variable: 'WEBHOOK_IN_FLIGHT_MAX', value: 32, unit: 'deliveries' },
  webhookOwnerInFlightMax: { variable: 'WEBHOOK_OWNER_IN_FLIGHT_MAX', value: 8, unit: 'deliveries' },
  webhookHostInFlightMax: { variable: 'WEBHOOK_HOST_IN_FLIGHT_MAX', value: 32, unit: 'deliveries' },
  webhookPendingMax: { variable: 'WEBHOOK_PENDING_MAX', value: 10_000, unit: 'deliveries' },
  webhookFailingHoursMax: { variable: 'WEBHOOK_FAILING_HOURS_MAX', value: 72, unit: 'hours' },
  webhookFormerSecretHours: { variable: 'WEBHOOK_FORMER_SECRET_HOURS', value: 24, unit: 'hours' },
  webhookLogDays: { variable: 'WEBHOOK_LOG_DAYS', value: 7, unit: 'days' },
  idempotencyHours: {
    variable: 'IDEMPOTENCY_HOURS',
    value: 24,
    unit: 'hours',
  },
} as const satisfies Record<string, Definition>

export type LimitName = keyof typeof limitTable
export type LimitUnit = (typeof limitTable)[LimitName]['unit']
export type Limits = { readonly [Name in LimitName]: number }

export const defaultLimits = Object.fromEntries(
  Object.entries(limitTable).map(([name, { value }]) => [name, value]),
) as unknown as Limits

import { AssemblyRequest } from '@equerre/contract/assemblies'
import type { DeliveryJob } from '@equerre/contract/deliveries'
import {
  resultsQueue,
  StepOutcome,
  storageKeys,
  type AssembleJob,
  type IngestJob,
  type VisionJob,
  type VisionQueue,
} from '@equerre/contract/jobs'
import { defaultLimits, limitTable, type LimitName, type Limits } from '@equerre/contract/limits'
import { NewKey } from '@equerre/contract/keys'
import { Problem } from '@equerre/contract/problems'
import { readLimits } from '@equerre/platform/config'
import { answerProblems, createApp, openDoor } from '@equerre/platform/http'
import { openQueue } from '@equerre/platform/queue'
import { openStorage } from '@equerre/platform/storage'
import { createDatabase } from '@equerre/testkit/database'
import { tiffOfImages } from '@equerre/testkit/pictures/odd-files'
import { digitalPdf, scannedPdf } from '@equerre/testkit/pictures'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readAuthConfig } from '@equerre/auth/src/config.ts'
import { createContext as createAuthContext, type Context as AuthContext } from '@equerre/auth/src/context.ts'
import { createNamedKey } from '@equerre/auth/src/flow/named-keys.ts'
import { testVariables } from '@equerre/auth/test/variables.ts'
import type { Context } from '@equerre/gateway/src/context.ts'
import { openBench as openCourier } from '@equerre/courier/test/bench.ts'
import { startReceiver } from '@equerre/courier/test/receiver.ts'
import type { RatePolicy } from '@equerre/gateway/src/adapters/rate-limiter.ts'
import { ceilingsOf } from '@equerre/gateway/src/core/ceilings.ts'
import type { Standing, Tier } from '@equerre/gateway/src/core/fairness.ts'
import { receiveFile } from '@equerre/gateway/src/flow/accept-upload.ts'
import { countBytes, countFreeStep, assertByteQuota } from '@equerre/gateway/src/flow/count-free-work.ts'
import { openUpload } from '@equerre/gateway/src/flow/open-upload.ts'
import { rotateSecret, sendTest } from '@equerre/gateway/src/flow/manage-webhooks.ts'
import { pacePolls } from '@equerre/gateway/src/flow/pace-polls.ts'
import { readDeliveries, readWebhooks } from '@equerre/gateway/src/flow/read-webhooks.ts'
import { readKeyUsage } from '@equerre/gateway/src/flow/read-key-usage.ts'
import { rejectResult } from '@equerre/gateway/src/flow/reject-result.ts'
import { requestAssembly } from '@equerre/gateway/src/flow/request-assembly.ts'
import { requestStep, type StepRequest } from '@equerre/gateway/src/flow/request-step.ts'
import { sealPassword } from '@equerre/gateway/src/flow/seal-password.ts'
import { shedLoad } from '@equerre/gateway/src/flow/shed-load.ts'
import type { StepAnswer } from '@equerre/gateway/src/core/answer.ts'
import { isSigned } from '@equerre/gateway/src/flow/sign-address.ts'
import { headersOf } from '@equerre/gateway/src/flow/sign-delivery.ts'
import { signedIf } from '@equerre/gateway/src/http/signed-reply.ts'
import { sweep } from '@equerre/gateway/src/flow/sweep.ts'
import { takeFreeCredits } from '@equerre/gateway/src/flow/top-up.ts'
import { welcomeGuest } from '@equerre/gateway/src/flow/welcome-guest.ts'
import { countWrongCredential } from '@equerre/gateway/src/flow/count-wrong-credential.ts'
import { boundedUpload } from '@equerre/gateway/src/http/bounded-upload.ts'
import { replyWithStep } from '@equerre/gateway/src/http/step-reply.ts'
import type { Visitor } from '@equerre/gateway/src/http/visitor.ts'
import { findIngestion } from '@equerre/gateway/src/store/ingestions.ts'
import { findStep, listSteps } from '@equerre/gateway/src/store/steps.ts'
import type { WebhookEndpoint } from '@equerre/gateway/src/store/webhook-endpoints.ts'
import { readBalance } from '@equerre/gateway/src/store/wallet.ts'
import { addEndpoint, report, takeJobs } from '@equerre/gateway/test/support/deliveries.ts'
import { startGatewayParts, type GatewayParts } from '@equerre/gateway/test/support/gateway-parts.ts'
import {
  corners,
  end,
  guestWithFile,
  insertReadyFile,
  made,
} from '@equerre/gateway/test/support/ready-file.ts'
import { addresses, customer, start } from '@equerre/gateway/test/support/batches.ts'
import { admitFile, admitImage, admitPage } from '@equerre/vision-worker/src/core/ingest/admission.ts'
import { runStep } from '@equerre/vision-worker/src/jobs/run-step.ts'
import { startLanes } from '@equerre/vision-worker/src/jobs/lanes.ts'
import { openBench, resultOf, userZone } from '@equerre/vision-worker/test/bench.ts'
import { sortFiles } from '@equerre/web/src/jobs/intake/intake.ts'

// Every limit takes effect: each is changed in turn, by its variable, and what it bounds must change with it.

let parts: GatewayParts
beforeAll(async () => {
  parts = await startGatewayParts()
})
afterAll(() => parts.stop())

type Proof = {
  /** The value given to the variable. */
  readonly to: number
  /** What is observed with the default, and with this value. */
  readonly seen: readonly [usual: unknown, changed: unknown]
  readonly see: (env: NodeJS.ProcessEnv) => Promise<unknown>
}

const network = ['network of the test'] as const
const standing = (tier: Tier): Standing => ({ tier, networks: [...network] })

/** The result of an attempt that may be refused. */
async function verdict(attempt: () => unknown): Promise<string> {
  try {
    await attempt()
    return 'accepted'
  } catch (error) {
    if (error instanceof Problem) return error.facts.sentence
    throw error
  }
}

const onLimits = (look: (limits: Limits) => unknown) => async (env: NodeJS.ProcessEnv) =>
  look(readLimits(env))
const onGateway = (look: (ctx: Context) => unknown) => async (env: NodeJS.ProcessEnv) => {
  const ctx = await parts.open(env)
  try {
    // Until Redis is ready, each gateway counts on its own.
    if (ctx.redis.status !== 'ready') await once(ctx.redis, 'ready')
    return await look(ctx)
  } finally {
    await parts.close()
  }
}
const onAuth = (look: (ctx: AuthContext) => unknown) => async (env: NodeJS.ProcessEnv) => {
  const database = await createDatabase()
  const ctx = createAuthContext(
    readAuthConfig({ ...testVariables, ...env, DATABASE_URL: database.urls.auth }),
  )
  try {
    return await look(ctx)
  } finally {
    await ctx.close()
    await database.drop()
  }
}
async function makeNamedKey(ctx: AuthContext) {
  const id = randomUUID()
  await ctx.db
    .insertInto('users')
    .values({ id, google_subject: id, email: 'a@exemple.test', name: null })
    .execute()
  const asked = NewKey.parse({ name: 'CI', scopes: ['straighten'] })
  return createNamedKey(ctx, { kind: 'user', id }, asked)
}
const onBench = (look: (bench: Awaited<ReturnType<typeof openBench>>) => unknown) =>
  onLimits(async (limits) => {
    const bench = await openBench(limits)
    try {
      return await look(bench)
    } finally {
      await bench.close()
    }
  })

const image = (facts: { mime?: string; width?: number; height?: number; progressive?: boolean }) =>
  onLimits((limits) =>
    verdict(() =>
      admitImage({ mime: 'image/jpeg', width: 1_000, height: 500, progressive: false, ...facts }, limits),
    ),
  )
const pdfPage = (page: { widthPt: number; heightPt: number }, jpeg2000 = false) =>
  onLimits((limits) =>
    verdict(() => admitPage({ ...page, images: [{ pixels: 1_000, bitonal: false, jpeg2000 }] }, limits)),
  )

const jpegMark = Buffer.from([0xff, 0xd8, 0xff, 0xe0])
const upload = (head: Buffer) =>
  onGateway((ctx) => verdict(() => receive(ctx, Buffer.concat([head, Buffer.alloc(5_000)]))))

async function receive(ctx: Context, bytes: Buffer) {
  const { identity } = await welcomeGuest(ctx, undefined)
  const visitor = {
    ...identity,
    standing: standing('guest'),
    route: 'ingest',
    idempotencyKey: undefined,
    requestId: 'r',
  }
  return receiveFile(ctx, visitor, { name: 'page', stream: Readable.from([bytes]), room: undefined })
}

/** A guest's rectify, and its cost. */
const rectify = (options: object) =>
  onGateway(async (ctx) => verdict(async () => requestStep(ctx, { ...(await guestWithFile(ctx)), options })))
const costOfSecond = (options: (captured: string) => object) =>
  onGateway(async (ctx) => {
    const request = await guestWithFile(ctx)
    const { stepId } = await requestStep(ctx, request)
    await end(ctx, stepId, { state: 'done', result: made })
    const second = await requestStep(ctx, { ...request, options: options(stepId) })
    return (await findStep(ctx.db, second.stepId))?.cost
  })
const detect = async (ctx: Context, changed: Partial<StepRequest> = {}) =>
  requestStep(ctx, { ...(await guestWithFile(ctx)), kind: 'detect', ...changed })
const waitingAgain = { state: 'waiting', attempt_token: null, sent_at: null } as const
/** What is seen of two deliveries of one endpoint, given to the courier. */
const deliveries = (
  look: (jobs: DeliveryJob[], at: { ctx: Context; endpoint: WebhookEndpoint }) => unknown,
) =>
  onGateway(async (ctx) => {
    const { endpoint } = await addEndpoint(ctx, randomUUID())
    for (let i = 0; i < 2; i++) await sendTest(ctx, endpoint)
    return look(await takeJobs(ctx), { ctx, endpoint })
  })
const detection = (tier: Tier) => onGateway((ctx) => verdict(() => detect(ctx, { standing: standing(tier) })))

/** How many of three steps are given to the workers: PDFs or pictures, of one principal or three, paying or not. */
const dispatched = ({ one: alone = false, paying = false, pdf = false }) =>
  onGateway(async (ctx) => {
    const one = await guestWithFile(ctx)
    for (let i = 0; i < 3; i++) {
      const request = alone ? one : await guestWithFile(ctx)
      if (pdf)
        await ctx.db
          .updateTable('ingestions')
          .set({ mime: 'application/pdf' })
          .where('id', '=', request.ingestionId)
          .execute()
      await requestStep(ctx, { ...request, kind: 'detect', standing: standing(paying ? 'paying' : 'guest') })
    }
    return (await ctx.db.selectFrom('steps').select('id').where('state', '=', 'dispatched').execute()).length
  })

/** Whether a lane five seconds late is too late for this tier. */
const late = (tier: Tier) =>
  onGateway(async (ctx) => {
    await ctx.queues['vision-detect'].add('detect', {}, { timestamp: Date.now() - 5_000 })
    return verdict(() => shedLoad(ctx, standing(tier), 'vision-detect'))
  })

/** Whether 300 simultaneous requests are admitted. */
const crowd = (policy: RatePolicy, tier: Tier = 'guest') =>
  onGateway(async (ctx) => {
    const credential = policy === 'cookie' ? 'guest_key' : 'key'
    const ceilings = ceilingsOf({ tier, credential, agreed: null }, ctx.config.limits)
    const perMinute = ceilings[policy === 'upload' ? 'uploadsPerMinute' : 'requestsPerMinute']
    const bucket = { subject: 'somebody', perMinute }
    const waits = await Promise.all(Array.from({ length: 300 }, () => ctx.rates.take(policy, bucket)))
    return waits.every((seconds) => seconds === null)
  })

const place = (tier: Tier) => onGateway((ctx) => verdict(() => openUpload(ctx, 'somebody', standing(tier))))
const secondFile = onGateway(async (ctx) => {
  await countBytes(ctx, 'somebody', { standing: standing('guest'), bytes: 1_000 })
  return verdict(() => assertByteQuota(ctx, 'somebody', standing('guest')))
})
const freeStep = onGateway((ctx) => verdict(() => countFreeStep(ctx, 'somebody', standing('guest'))))
const welcome = onGateway(async (ctx) => {
  const { identity } = await welcomeGuest(ctx, '203.0.113.9')
  return readBalance(ctx.db, identity.principal.id)
})

const visitor: Visitor = {
  principal: { kind: 'guest', id: randomUUID() },
  credential: 'guest_key',
  standing: standing('guest'),
  ceilings: ceilingsOf({ tier: 'guest', credential: 'guest_key', agreed: null }, defaultLimits),
  test: false,
  key: null,
  requestId: 'request',
  route: 'ingest',
  idempotencyKey: undefined,
}

/**
 * The answer to an upload that sends nothing after its first byte; none within some seconds counts as none at
 * all.
 */
const silentUpload = (always: NodeJS.ProcessEnv) => (env: NodeJS.ProcessEnv) =>
  onGateway(async (ctx) => {
    const app = createApp(ctx.log, { trustRequestId: false })
    app.use((_request, response, next) => {
      response.locals['visitor'] = visitor
      next()
    })
    app.use(boundedUpload(ctx, (request) => void request.resume()))
    app.use(answerProblems(ctx.log))
    const door = await openDoor(app, { host: '127.0.0.1', port: 0 })
    const body = new PassThrough()
    body.write('x')
    const answer = fetch(`http://127.0.0.1:${door.port}/`, {
      method: 'POST',
      body: Readable.toWeb(body) as BodyInit,
      duplex: 'half',
    } as RequestInit)
    const status = await Promise.race([
      answer.then(
        (reply) => reply.status,
        () => 'cut',
      ),
      sleep(6_000).then(() => 'none'),
    ])
    body.destroy()
    await answer.catch(() => {})
    await door.close()
    return status
  })({ ...always, ...env })

/** How a worker's step on a scanned PDF ends. */
const stepOn = (queue: VisionQueue, jobOf: (common: CommonFacts) => VisionJob) =>
  onGateway(async (ctx) => {
    const lanes = await startLanes({
      redisUrl: ctx.config.REDIS_URL,
      queues: [queue],
      slots: 1,
      heavySlots: 1,
      limits: ctx.config.limits,
      services: { storage: ctx.storage, debug: () => null },
      debug: false,
      passwordRing: ctx.passwordRing,
      log: ctx.log,
    })
    const results = openQueue(resultsQueue, ctx.redis, { log: ctx.log })
    try {
      const [ingestionId, bytes] = [randomUUID(), await scannedPdf(5)]
      await ctx.storage.put(storageKeys.original(ingestionId), bytes, { mime: 'application/pdf' })
      const original = { mime: 'application/pdf', bytes: bytes.length }
      const job = jobOf({ stepId: randomUUID(), ingestionId, requestId: 'r', original })
      await ctx.queues[queue].add(job.step, job, { jobId: job.stepId })
      const [result] = await vi.waitUntil(
        async () => {
          const jobs = await results.getJobs(['waiting'])
          return jobs.length > 0 && jobs
        },
        { timeout: 60_000 },
      )
      const outcome = StepOutcome.parse(result!.data)
      return outcome.kind === 'problem' ? outcome.problem?.sentence : outcome.kind
    } finally {
      await lanes.close()
      await results.close()
    }
  })
type CommonFacts = Pick<IngestJob, 'stepId' | 'ingestionId' | 'requestId' | 'original'>
const ingest = stepOn('vision-heavy', (common) => ({ step: 'ingest', ...common }))
const assemblyOf = (common: CommonFacts): AssembleJob => ({
  step: 'assemble',
  ...common,
  title: 'Le dossier',
  pages: [{ of: 'file', ingestionId: common.ingestionId, page: 1, turn: 0, name: null, source: 'a.pdf' }],
  standard: 'pdf',
  compression: 'auto',
  maxBytes: null,
  pageSize: 'as_is',
  layout: 'pages',
})

/** A guest's assembly of so many pages of a PDF. */
async function assemble(ctx: Context, pages = 1) {
  const { principal } = (await welcomeGuest(ctx, undefined)).identity
  const ingestion_id = await insertReadyFile(ctx, { id: principal.id, test: false }, 'application/pdf')
  const asked = AssemblyRequest.parse({
    pages: Array.from({ length: pages }, () => ({ ingestion_id, page: 1 })),
  })
  const call = { principal, test: false, asked, idempotencyKey: undefined, requestId: 'r' }
  return requestAssembly(ctx, { ...call, standing: standing('guest') })
}
/** Somebody's batch of two addresses. */
async function batch(ctx: Context) {
  return start(ctx, await customer(parts.database(), 5), { items: addresses(2) })
}
const batchVerdict = onGateway((ctx) => verdict(() => batch(ctx)))
const assembly = (pages?: number) => onGateway((ctx) => verdict(() => assemble(ctx, pages)))

/** How a worker's ingest of a scanned PDF ends; the run with the default environment is shared. */
let defaultRun: Promise<unknown> | undefined
const ingested = (env: NodeJS.ProcessEnv) =>
  Object.keys(env).length > 0 ? ingest(env) : (defaultRun ??= ingest(env))

/** What comes of a small file at an address. */
const fetched = async (env: NodeJS.ProcessEnv) => {
  const courier = await openCourier({
    COURIER_ALLOW_NETWORKS: '127.0.0.1/32',
    ...(env as Record<string, string>),
  })
  const receiver = await startReceiver((_request, response) => response.end(jpegMark))
  try {
    const { report } = await courier.fetch(receiver.url)
    return report.kind === 'fetched' ? 'fetched' : report.problem.sentence
  } finally {
    await Promise.all([receiver.close(), courier.close()])
  }
}

const proofs = {
  imageBytesMax: { to: 1_000, seen: ['accepted', 'image_too_heavy'], see: upload(jpegMark) },
  pdfBytesMax: { to: 1_000, seen: ['accepted', 'pdf_too_heavy'], see: upload(Buffer.from('%PDF-1.7\n')) },
  batchFilesMax: {
    to: 1,
    seen: [2, 1],
    see: onLimits((limits) => {
      const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, size: 1, type: 'image/jpeg' }))
      return sortFiles(files, limits).accepted.length
    }),
  },
  pixelsMax: { to: 400_000, seen: ['accepted', 'image_too_large'], see: image({}) },
  interlacedPixelsMax: {
    to: 400_000,
    seen: ['accepted', 'image_too_large'],
    see: image({ progressive: true }),
  },
  avifPixelsMax: { to: 400_000, seen: ['accepted', 'image_too_large'], see: image({ mime: 'image/avif' }) },
  imageSideMin: { to: 600, seen: ['accepted', 'image_too_small'], see: image({}) },
  imageSideMax: { to: 900, seen: ['accepted', 'image_side_too_long'], see: image({}) },
  imageAspectMax: { to: 1, seen: ['accepted', 'image_too_long'], see: image({}) },
  tiffImagesMax: {
    to: 2,
    seen: ['accepted', 'tiff_too_many_images'],
    see: onLimits((limits) => verdict(() => admitFile(tiffOfImages(3), limits))),
  },
  jpeg2000PixelsMax: {
    to: 500,
    seen: ['accepted', 'pdf_image_too_large'],
    see: pdfPage({ widthPt: 500, heightPt: 500 }, true),
  },
  pdfPasswordBytesMax: {
    to: 6,
    seen: ['accepted', 'password_too_long'],
    see: onGateway((ctx) => {
      const file = { id: randomUUID(), mime: 'application/pdf', bytes: 1, sha256: Buffer.alloc(32) }
      return verdict(() => sealPassword(ctx, file, 'sésame'))
    }),
  },
  pagesMax: {
    to: 1,
    seen: ['ingest', 'problem'],
    see: onBench(async (bench) => {
      const file = await bench.upload(await digitalPdf({ pages: 2 }), 'application/pdf')
      return (await file.ingest()).kind
    }),
  },
  pageSidePtMax: {
    to: 400,
    seen: ['accepted', 'pdf_page_too_large'],
    see: pdfPage({ widthPt: 500, heightPt: 300 }),
  },
  dpiMin: { to: 100, seen: ['accepted', 'dpi_out_of_bounds'], see: rectify({ dpi: 72 }) },
  dpiMax: { to: 200, seen: ['accepted', 'dpi_out_of_bounds'], see: rectify({ dpi: 300 }) },
  outputPixelsMax: {
    to: 10_000,
    seen: [false, true],
    see: onBench(async (bench) => {
      const background = '#888'
      const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
        .jpeg()
        .toBuffer()
      const file = await bench.upload(photo)
      const zone = userZone(made.corners)
      const { width, height } = resultOf(
        await file.rectify({ width: 400, height: 300, kind: 'photo' }, zone),
        'rectify',
      )
      return width * height <= 10_000
    }),
  },
  waitSecondsMax: {
    to: 0,
    seen: [200, 202],
    see: onGateway(async (ctx) => {
      const { stepId } = await requestStep(ctx, await guestWithFile(ctx))
      const app = createApp(ctx.log, { trustRequestId: false })
      app.get('/', async (request, response) => {
        const visit = { visitor, request, response, query: {} }
        response.status((await replyWithStep(ctx, { stepId, replayed: false }, visit)).status ?? 200).end()
      })
      const door = await openDoor(app, { host: '127.0.0.1', port: 0 })
      const reply = fetch(`http://127.0.0.1:${door.port}/`)
      await Promise.race([reply, sleep(2_000)])
      await end(ctx, stepId, { state: 'done', result: made })
      const { status } = await reply
      await door.close()
      return status
    }),
  },
  pollSecondsMax: {
    to: 1,
    seen: ['later', 'at once'],
    see: onGateway(async (ctx) => {
      const request = await guestWithFile(ctx)
      let { stepId } = await requestStep(ctx, { ...request, kind: 'detect' })
      for (let i = 0; i < 20; i++) ({ stepId } = await requestStep(ctx, { ...request, kind: 'detect' }))
      const seconds = await pacePolls(ctx, (await findStep(ctx.db, stepId))!, {
        requestsPerMinute: 300,
        waitedSeconds: 0,
      })
      return seconds > 1 ? 'later' : 'at once'
    }),
  },
  stepSecondsMax: {
    to: 60,
    seen: [15, 1],
    see: onGateway(async (ctx) => {
      const step = await findStep(ctx.db, (await detect(ctx)).stepId)
      return Math.ceil((step!.deadlineAt.getTime() - Date.now()) / 60_000)
    }),
  },
  stepAttemptsMax: {
    to: 1,
    seen: ['dispatched', 'failed'],
    see: onGateway(async (ctx) => {
      const { stepId } = await detect(ctx)
      const { attemptToken } = (await findStep(ctx.db, stepId))!
      await rejectResult(ctx, { stepId, attemptToken: attemptToken! }, new Error('unfit'))
      return (await findStep(ctx.db, stepId))?.state
    }),
  },
  jobSecondsMax: { to: 0, seen: ['ingest', 'file_takes_time'], see: ingested },
  fetchSecondsMax: { to: 0, seen: ['fetched', 'address_too_slow'], see: fetched },
  stepCpuSecondsMax: { to: 0, seen: ['ingest', 'file_takes_computing'], see: ingested },
  pdfPageCpuSecondsMax: { to: 0, seen: ['ingest', 'file_takes_computing'], see: ingested },
  inFlightMax: { to: 2, seen: [3, 2], see: dispatched({ one: true }) },
  payingInFlightMax: { to: 2, seen: [3, 2], see: dispatched({ one: true, paying: true }) },
  waitingStepsMax: { to: 0, seen: ['accepted', 'steps_waiting'], see: detection('paying') },
  unpaidInFlightMax: { to: 2, seen: [3, 2], see: dispatched({}) },
  unpaidHeavyInFlightMax: { to: 2, seen: [1, 2], see: dispatched({ pdf: true }) },
  unpaidWaitingStepsMax: { to: 0, seen: ['accepted', 'steps_waiting'], see: detection('guest') },
  unpaidWaitingPerNetworkMax: {
    to: 0,
    seen: ['accepted', 'steps_waiting_in_network'],
    see: detection('guest'),
  },
  stepsPerFileMax: { to: 0, seen: ['accepted', 'file_used_up'], see: detection('guest') },
  assemblyPagesMax: { to: 1, seen: ['accepted', 'assembly_too_many_pages'], see: assembly(2) },
  assembliesInFlightMax: { to: 0, seen: ['accepted', 'assemblies_in_flight'], see: assembly() },
  assembliesPerHour: { to: 0, seen: ['accepted', 'assemblies_spent'], see: assembly() },
  batchItemsMax: { to: 1, seen: ['accepted', 'batch_too_many_items'], see: batchVerdict },
  batchesOpenMax: { to: 0, seen: ['accepted', 'batches_open'], see: batchVerdict },
  batchInFlightMax: {
    to: 1,
    seen: [2, 1],
    see: onGateway(async (ctx) => (await batch(ctx)).items.running),
  },
  batchHours: {
    to: 1,
    seen: [24, 1],
    see: onGateway(async (ctx) => {
      const { created_at: from, ends_by: to } = await batch(ctx)
      return Math.round((Date.parse(to) - Date.parse(from)) / 3_600_000)
    }),
  },
  assemblySecondsMax: {
    to: 60,
    seen: [60, 1],
    see: onGateway(async (ctx) => {
      const step = await findStep(ctx.db, (await assemble(ctx)).stepId)
      return Math.ceil((step!.deadlineAt.getTime() - Date.now()) / 60_000)
    }),
  },
  assemblyCpuSecondsMax: {
    to: 0,
    seen: ['assemble', 'assembly_takes_too_much'],
    see: stepOn('vision-assemble', assemblyOf),
  },
  assemblyBytesMax: {
    to: 1_000,
    seen: ['assemble', 'assembly_too_large'],
    see: onBench(async ({ upload: put, ctx }) => {
      const { ingestionId } = await put(await digitalPdf(), 'application/pdf')
      const original = { mime: 'application/pdf', bytes: 0 }
      const common = { stepId: randomUUID(), ingestionId, requestId: 'r', original }
      const outcome = await runStep(assemblyOf(common), ctx)
      return outcome.kind === 'problem' ? outcome.problem?.sentence : outcome.kind
    }),
  },
  queueAgeSecondsMax: { to: 1, seen: ['accepted', 'service_busy'], see: late('account') },
  guestQueueAgeSecondsMax: { to: 1, seen: ['accepted', 'service_busy'], see: late('guest') },
  payingQueueAgeSecondsMax: { to: 1, seen: ['accepted', 'service_busy'], see: late('paying') },
  keyRequestsPerMinute: { to: 60_000, seen: [false, true], see: crowd('key') },
  cookieRequestsPerMinute: { to: 60_000, seen: [false, true], see: crowd('cookie') },
  uploadsPerMinute: { to: 60_000, seen: [false, true], see: crowd('upload') },
  payingUploadsPerMinute: { to: 60_000, seen: [false, true], see: crowd('upload', 'paying') },
  requestBurst: { to: 1_000, seen: [false, true], see: crowd('upload') },
  openUploadsMax: { to: 0, seen: ['accepted', 'uploads_full'], see: place('paying') },
  openUploadsPerUserMax: { to: 0, seen: ['accepted', 'uploads_at_once'], see: place('paying') },
  unpaidOpenUploadsMax: { to: 0, seen: ['accepted', 'uploads_at_once'], see: place('guest') },
  uploadBytesPerSecondMin: {
    to: 0,
    seen: [408, 'none'],
    see: silentUpload({ UPLOAD_SLOW_SECONDS_MAX: '1' }),
  },
  uploadSlowSecondsMax: { to: 1, seen: ['none', 408], see: silentUpload({}) },
  uploadMemoryBytesMax: {
    to: 5_000_000,
    seen: [false, true],
    see: onLimits(async ({ uploadMemoryBytesMax }) => {
      // Nothing is sent, so no server is needed.
      const nowhere = {
        driver: 's3',
        endpoint: 'http://127.0.0.1:1',
        region: 'r',
        bucket: 'b',
        accessKeyId: 'k',
        secretAccessKey: 's',
        forcePathStyle: true,
      } as const
      const storage = openStorage(nowhere, uploadMemoryBytesMax)
      const ended = new Promise<boolean>((resolve) => {
        for (const room of [1, 2].map(() => storage.room(() => resolve(true)))) void room.take(4_800_000)
      })
      return Promise.race([ended, sleep(3_000, false)])
    }),
  },
  unpaidBytesPerMinute: { to: 500, seen: ['accepted', 'free_work_spent'], see: secondFile },
  unpaidBytesPerAddressPerMinute: { to: 500, seen: ['accepted', 'free_work_spent'], see: secondFile },
  unpaidBytesPerHour: { to: 500, seen: ['accepted', 'free_work_spent'], see: secondFile },
  unpaidBytesPerAddressPerHour: { to: 500, seen: ['accepted', 'free_work_spent'], see: secondFile },
  unpaidBytesPerDay: { to: 500, seen: ['accepted', 'free_work_spent'], see: secondFile },
  unpaidBytesPerAddressPerDay: { to: 500, seen: ['accepted', 'free_work_spent'], see: secondFile },
  unpaidStepsPerHour: { to: 0, seen: ['accepted', 'free_work_spent'], see: freeStep },
  unpaidStepsPerAddressPerHour: { to: 0, seen: ['accepted', 'free_work_spent'], see: freeStep },
  unpaidLongSecondsPerHour: { to: 0, seen: ['accepted', 'free_work_spent'], see: detection('guest') },
  wrongCredentialsPerMinute: {
    to: 0,
    seen: ['accepted', 'wrong_credentials'],
    see: onGateway((ctx) => verdict(() => countWrongCredential(ctx, '203.0.113.9'))),
  },
  namedKeysMax: {
    to: 0,
    seen: ['accepted', 'keys_full'],
    see: onAuth((ctx) => verdict(() => makeNamedKey(ctx))),
  },
  keyUsageDays: {
    to: 1,
    seen: [2, 1],
    see: onGateway(async (ctx) => {
      const ownerId = randomUUID()
      for (const ago of [0, 1]) {
        const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
        await ctx.db
          .insertInto('key_usage')
          .values({ owner_id: ownerId, key_id: ownerId, day, credits: 1 })
          .execute()
      }
      await sweep(ctx, new AbortController().signal)
      return (await readKeyUsage(ctx, { ownerId, days: 10 })).length
    }),
  },
  guestCredits: { to: 3, seen: [10, 3], see: welcome },
  guestWalletsPerNetworkPerDay: { to: 0, seen: [10, 0], see: welcome },
  freeTopUpCredits: {
    to: 2,
    seen: [5, 2],
    see: onGateway(async (ctx) => {
      const { principal } = (await welcomeGuest(ctx, undefined)).identity
      const asked = { principal, amount: undefined, address: undefined, idempotencyKey: undefined }
      return (await takeFreeCredits(ctx, asked)).answer.added
    }),
  },
  freeCorrectionsPerCapture: { to: 0, seen: [0, 1], see: costOfSecond(() => ({ corners })) },
  renderingsPerCapture: { to: 0, seen: [0, 1], see: costOfSecond((render_of) => ({ render_of })) },
  retentionHours: {
    to: 1,
    seen: [24, 1],
    see: onGateway(async (ctx) => {
      const { id } = await receive(ctx, Buffer.concat([jpegMark, Buffer.alloc(5_000)]))
      const { createdAt, expiresAt } = (await findIngestion(ctx.db, id))!
      return Math.round((expiresAt.getTime() - createdAt.getTime()) / 3_600_000)
    }),
  },
  signedSecondsMax: {
    to: 0,
    seen: [true, false],
    see: onGateway((ctx) => {
      const answer = { status: 200, headers: {}, body: { artifacts: { warped_path: '/a' } } } as const
      const plain = { ...answer, expiresAt: new Date(Date.now() + 60_000) } as unknown as StepAnswer
      const { artifacts } = signedIf(ctx, { sign: '1' }, plain).body as { artifacts: { warped_path: string } }
      const [path = '', query] = artifacts.warped_path.split('?')
      const { expires, signature = '' } = Object.fromEntries(new URLSearchParams(query))
      return isSigned(ctx, path, { expires: Number(expires), signature })
    }),
  },
  idempotencyHours: {
    to: 0,
    seen: [1, 2],
    see: onGateway(async (ctx) => {
      const request = { ...(await guestWithFile(ctx)), idempotencyKey: 'k' }
      await requestStep(ctx, request)
      await sweep(ctx, new AbortController().signal)
      await requestStep(ctx, request)
      return (await listSteps(ctx.db, request.ingestionId)).length
    }),
  },
  webhooksMax: {
    to: 0,
    seen: ['accepted', 'webhooks_too_many'],
    see: onGateway((ctx) => verdict(() => addEndpoint(ctx, randomUUID()))),
  },
  webhookSecondsMax: { to: 3, seen: [15, 3], see: deliveries(([job]) => job?.secondsMax) },
  webhookAnswerBytesMax: { to: 3, seen: [2_000, 3], see: deliveries(([job]) => job?.answerBytesMax) },
  webhookInFlightMax: { to: 1, seen: [2, 1], see: deliveries((jobs) => jobs.length) },
  webhookOwnerInFlightMax: { to: 1, seen: [2, 1], see: deliveries((jobs) => jobs.length) },
  webhookHostInFlightMax: { to: 1, seen: [2, 1], see: deliveries((jobs) => jobs.length) },
  webhookPendingMax: {
    to: 1,
    seen: [2, 1],
    see: deliveries(async (_, { ctx, endpoint }) => {
      await ctx.db.updateTable('webhook_deliveries').set(waitingAgain).execute()
      await sweep(ctx, new AbortController().signal)
      const { deliveries: log } = await readDeliveries(ctx, endpoint.ownerId, {
        webhookId: endpoint.id,
        limit: 5,
      })
      return log.filter(({ state }) => state === 'waiting').length
    }),
  },
  webhookFailingHoursMax: {
    to: 0,
    seen: ['active', 'failing'],
    see: deliveries(async (jobs, { ctx, endpoint }) => {
      for (const job of jobs) await report(ctx, job, { status: 500 })
      return (await readWebhooks(ctx, endpoint.ownerId))[0]!.state
    }),
  },
  webhookFormerSecretHours: {
    to: 0,
    seen: [2, 1],
    see: deliveries(async (_, { ctx, endpoint }) => {
      const { endpoint: renewed } = await rotateSecret(ctx, endpoint)
      const { 'webhook-signature': signatures } = headersOf(ctx, { id: randomUUID(), body: '{}' }, renewed)
      return signatures!.split(' ').length
    }),
  },
  webhookLogDays: {
    to: 0,
    seen: [2, 0],
    see: deliveries(async (_, { ctx, endpoint }) => {
      await sweep(ctx, new AbortController().signal)
      const log = await readDeliveries(ctx, endpoint.ownerId, { webhookId: endpoint.id, limit: 5 })
      return log.deliveries.length
    }),
  },
} as const satisfies Record<LimitName, Proof>

it.each(Object.entries<Proof>(proofs))('%s is obeyed', async (name, { to, seen, see }) => {
  const { variable } = limitTable[name as LimitName]
  expect([await see({}), await see({ [variable]: String(to) })]).toEqual(seen)
})

import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { artifactFile, storageKeys } from '@equerre/contract/jobs'
import { openStorage, type S3Settings, type Storage } from '@equerre/platform/storage'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneFolder } from '@equerre/local/tools'

const [mine, others] = [randomUUID(), randomUUID()]
const jpeg = { mime: 'image/jpeg' }
const hourMs = 3_600_000
const scripts = path.join(cloneFolder, 'k8s/overlays/dev')

/** What the job `bucket` of compose and of the dev overlay runs. */
function prepareBucket(
  { endpoint, bucket, accessKeyId, secretAccessKey }: S3Settings,
  secrets: string,
): void {
  execFileSync('sh', [path.join(scripts, 'prepare-bucket.sh')], {
    env: {
      PATH: process.env['PATH'],
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ADMIN_ACCESS_KEY_ID: accessKeyId,
      S3_ADMIN_SECRET_ACCESS_KEY: secretAccessKey,
      S3_ACCESS_KEY_ID: 'gateway',
      S3_SECRET_ACCESS_KEY: `gateway${secrets}`,
      S3_WORKER_ACCESS_KEY_ID: 'worker',
      S3_WORKER_SECRET_ACCESS_KEY: `worker${secrets}`,
      S3_COURIER_ACCESS_KEY_ID: 'courier',
      S3_COURIER_SECRET_ACCESS_KEY: `courier${secrets}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

describe.skipIf(missingS3)('the object storage of docker compose', () => {
  let server: Awaited<ReturnType<typeof startS3>>
  let gateway: Storage
  let worker: Storage
  let courier: Storage
  beforeAll(async () => {
    server = await startS3()
    // Twice, as at every start: the second time the bucket and its keys are there.
    for (const secrets of ['Former', 'Current']) prepareBucket(server.settings, secrets)
    const keyOf = (user: string) => ({
      ...server.settings,
      accessKeyId: user,
      secretAccessKey: `${user}Current`,
    })
    gateway = openStorage(keyOf('gateway'))
    worker = openStorage(keyOf('worker'))
    courier = openStorage(keyOf('courier'))
    for (const id of [mine, others]) await gateway.put(storageKeys.original(id), randomBytes(10), jpeg)
  })
  afterAll(() => server?.stop())

  const artifact = (id: string) => storageKeys.artifact(id, artifactFile.viz(randomUUID()))

  it('lets the gateway write, read, list and erase everywhere in its bucket', async () => {
    await gateway.put('journal/large', randomBytes(17 * 1_024 ** 2), jpeg)
    expect((await gateway.head('journal/large'))?.bytes).toBe(17 * 1_024 ** 2)
    const keys: string[] = []
    for await (const { key } of gateway.list('journal/')) keys.push(key)
    expect(keys).toEqual(['journal/large'])
    expect(await gateway.deletePrefix('journal/')).toBe(1)
  })

  it('refuses the gateway any other bucket', async () => {
    const elsewhere = openStorage({
      ...server.settings,
      bucket: 'elsewhere',
      accessKeyId: 'gateway',
      secretAccessKey: 'gatewayCurrent',
    })
    await expect(elsewhere.put('any', randomBytes(10), jpeg)).rejects.toThrow()
  })

  it('lets a job read its file and write its results, however large', async () => {
    expect(await worker.read(storageKeys.original(mine))).toHaveLength(10)
    const [small, large] = [artifact(mine), artifact(mine)]
    await worker.put(small, randomBytes(10), jpeg)
    await worker.put(large, randomBytes(17 * 1_024 ** 2), jpeg)
    expect((await gateway.head(large))?.bytes).toBe(17 * 1_024 ** 2)
    expect(await worker.read(small)).toHaveLength(10)
    await worker.ping()
  })

  it('lets the courier write an original, however large, and nothing else', async () => {
    const id = randomUUID()
    await courier.put(storageKeys.original(id), randomBytes(17 * 1_024 ** 2), jpeg)
    expect((await gateway.head(storageKeys.original(id)))?.bytes).toBe(17 * 1_024 ** 2)
    await courier.ping()
    for (const attempt of [
      () => courier.read(storageKeys.original(id)),
      () => courier.put(artifact(id), randomBytes(10), jpeg),
      () => courier.deletePrefix(storageKeys.prefix(id)),
    ])
      await expect(attempt()).rejects.toThrow(/Access ?Denied/i)
  })

  const attempts: Record<string, () => Promise<unknown>> = {
    'list all files': async () => {
      for await (const { key } of worker.list('')) return key
    },
    'list the files of an upload': async () => {
      for await (const { key } of worker.list(storageKeys.prefix(others))) return key
    },
    'erase an upload': () => worker.deletePrefix(storageKeys.prefix(others)),
    'replace an upload': () => worker.put(storageKeys.original(others), randomBytes(10), jpeg),
    'write outside the uploads': () => worker.put('journal', randomBytes(10), jpeg),
    'read outside the uploads': () => worker.read('journal'),
  }
  it.each(Object.entries(attempts))('does not let a worker %s', async (_what, attempt) => {
    await gateway.put('journal', randomBytes(10), jpeg)
    await expect(attempt()).rejects.toThrow(/Access ?Denied/i)
    expect(await gateway.read(storageKeys.original(others))).toHaveLength(10)
  })

  it('is rid of broken uploads after a day and of forgotten files after three, by the age of files', async () => {
    const { settings, folder } = server
    const [broken, forgotten] = [randomUUID(), randomUUID()].map(storageKeys.original)
    await startUpload(settings, broken!)
    await gateway.put(forgotten!, randomBytes(10), jpeg)
    await gateway.put('erasures/kept', randomBytes(10), jpeg)
    age(folder, 25 * hourMs)
    await startUpload(settings, artifact(mine))
    clean(folder)
    expect(await openUploads(settings)).toHaveLength(1)
    expect(await gateway.read(forgotten!)).toHaveLength(10)

    age(folder, 73 * hourMs)
    await gateway.put(artifact(mine), randomBytes(10), jpeg)
    clean(folder)
    expect(await gateway.read(forgotten!)).toBeNull()
    expect(await gateway.read('erasures/kept')).toHaveLength(10)
    const left: string[] = []
    for await (const { key } of gateway.list('ingestions/')) left.push(key)
    expect(left).toHaveLength(1)
  })
})

function clean(folder: string): void {
  execFileSync('sh', [path.join(scripts, 'clean-storage.sh'), folder])
}

/** Makes all that is there so old. */
function age(folder: string, ms: number): void {
  const at = new Date(Date.now() - ms)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    utimesSync(path.join(folder, name), at, at)
}

function clientOf({ endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: S3Settings): S3Client {
  const credentials = { accessKeyId, secretAccessKey }
  return new S3Client({ ...(endpoint !== undefined && { endpoint }), region, credentials, forcePathStyle })
}

/** Sends one part and then nothing more, like a gateway that dies. */
async function startUpload(settings: S3Settings, Key: string): Promise<void> {
  const client = clientOf(settings)
  const place = { Bucket: settings.bucket, Key }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
  await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: randomBytes(1_000) }))
  client.destroy()
}

async function openUploads(settings: S3Settings): Promise<unknown[]> {
  const client = clientOf(settings)
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }))
  client.destroy()
  return Uploads
}

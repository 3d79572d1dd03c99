import { PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3'
import { artifactFile, storageKeys } from '@equerre/contract/jobs'
import { openStorage, type S3Settings, type Storage } from '@equerre/platform/storage'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneFolder } from '@equerre/local/tools'

const [mine, others] = [randomUUID(), randomUUID()]
const jpeg = { mime: 'image/jpeg' }

describe.skipIf(missingS3)('with the worker’s key at the object storage', () => {
  let server: Awaited<ReturnType<typeof startS3>>
  let gateway: Storage
  let worker: Storage
  beforeAll(async () => {
    server = await startS3()
    if (!server.addUser) return
    const settings = server.addUser('worker')
    await attach(server.settings, 'worker')
    gateway = openStorage(server.settings)
    worker = openStorage(settings)
    for (const id of [mine, others]) await gateway.put(storageKeys.original(id), randomBytes(10), jpeg)
  })
  afterAll(() => server?.stop())

  const artifact = (id: string) => storageKeys.artifact(id, artifactFile.viz(randomUUID()))

  it('a job can read its file and write its results, however large', async ({ skip }) => {
    if (!server.addUser) return skip('needs versitygw')
    expect(await worker.read(storageKeys.original(mine))).toHaveLength(10)
    const [small, large] = [artifact(mine), artifact(mine)]
    await worker.put(small, randomBytes(10), jpeg)
    await worker.put(large, randomBytes(17 * 1_024 ** 2), jpeg)
    expect((await gateway.head(large))?.bytes).toBe(17 * 1_024 ** 2)
    expect(await worker.read(small)).toHaveLength(10)
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
  it.each(Object.entries(attempts))('a worker may not %s', async (_what, attempt) => {
    if (!server.addUser) return
    await gateway.put('journal', randomBytes(10), jpeg)
    await expect(attempt()).rejects.toThrow(/Access ?Denied/i)
    expect(await gateway.read(storageKeys.original(others))).toHaveLength(10)
  })
})

/** Attaches the policy, which compose gives to the user itself, as one of the bucket. */
async function attach(settings: S3Settings, user: string): Promise<void> {
  const file = path.join(cloneFolder, 'k8s/overlays/dev/worker-policy.json')
  const policy = JSON.parse(readFileSync(file, 'utf8'))
  const Statement = policy.Statement.map((statement: object) => ({
    ...statement,
    Principal: { AWS: [user] },
  }))
  const { endpoint, region, bucket: Bucket, forcePathStyle, accessKeyId, secretAccessKey } = settings
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
  })
  await client.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify({ ...policy, Statement }) }))
  client.destroy()
}

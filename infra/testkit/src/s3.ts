import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startServer, freePort, waitUntilReady } from '@equerre/local/server-process'
import { findS3Server } from '@equerre/local/s3-server'
import type { S3Settings } from '@equerre/platform/storage'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const startTimeoutMs = 20_000
const stopTimeoutMs = 5_000

/** Why the S3 driver cannot be tested here; null when it can. */
export const missingS3: string | null = findS3Server()
  ? null
  : 'neither versitygw nor minio is on PATH, and Go, which could build versitygw, is not there or cannot'

/** A real S3 server with one empty bucket. */
export async function startS3(): Promise<{ settings: S3Settings; stop: () => Promise<void> }> {
  const found = findS3Server()
  if (!found) throw new Error(`${missingS3}`)
  const dir = mkdtempSync(path.join(tmpdir(), 'equerre-s3-'))
  const port = await freePort()
  const [accessKeyId, secretAccessKey] = ['equerre', randomBytes(16).toString('hex')]
  const logFile = path.join(dir, 'log')
  const data = path.join(dir, 'data')
  mkdirSync(data)
  const address = `127.0.0.1:${port}`
  const server = await startServer({
    command: found.command,
    parameters:
      found.kind === 'versitygw'
        ? ['--port', address, '--access', accessKeyId, '--secret', secretAccessKey, 'posix', data]
        : ['server', '--quiet', '--address', address, data],
    logFile,
    options: {
      cwd: dir,
      env: { HOME: dir, MINIO_ROOT_USER: accessKeyId, MINIO_ROOT_PASSWORD: secretAccessKey },
    },
  })
  const endpoint = `http://${address}`
  const settings = {
    driver: 's3',
    endpoint,
    region: 'us-east-1',
    bucket: 'equerre',
    accessKeyId,
    secretAccessKey,
    forcePathStyle: true,
  } as const
  await waitUntilReady(server, { isReady: () => createBucket(settings), timeoutMs: startTimeoutMs, logFile })
  return {
    settings,
    stop: async () => {
      await server.stop('SIGTERM', stopTimeoutMs)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function createBucket({
  bucket,
  endpoint,
  region,
  ...settings
}: S3Settings & { endpoint: string }): Promise<boolean> {
  const { accessKeyId, secretAccessKey, forcePathStyle } = settings
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle,
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey },
  })
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    return true
  } catch {
    return false
  } finally {
    client.destroy()
  }
}

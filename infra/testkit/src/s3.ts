import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startServer, freePort, waitUntilReady } from '@equerre/local/servers/server-process'
import { findS3Server } from '@equerre/local/servers/s3-server'
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
  : 'versitygw is not on PATH, and Go, which could build it, is not there or cannot'

type S3Server = {
  readonly settings: S3Settings
  /** The same as environment variables for a product. */
  readonly variables: Readonly<Record<string, string>>
  /** Contains a folder for each bucket. */
  readonly folder: string
  /** Kills the server; the returned function starts it again with the same data. */
  readonly lose: () => Promise<() => Promise<void>>
  readonly stop: () => Promise<void>
}

/**
 * A real S3 server with one empty bucket.
 * @param keepAlive keeps connections open between requests, as servers in production do: versitygw by itself does not
 */
export async function startS3({ keepAlive = false } = {}): Promise<S3Server> {
  const found = findS3Server()
  if (!found) throw new Error(`${missingS3}`)
  const dir = mkdtempSync(path.join(tmpdir(), 'equerre-s3-'))
  const port = await freePort()
  const [accessKeyId, secretAccessKey] = ['equerre', randomBytes(16).toString('hex')]
  const logFile = path.join(dir, 'log')
  const data = path.join(dir, 'data')
  mkdirSync(data)
  const address = `127.0.0.1:${port}`
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
  const start = async () => {
    const opened = await openServer(found, settings, { dir, data, address, logFile, keepAlive })
    await waitUntilReady(opened, { isReady: () => hasBucket(settings), timeoutMs: startTimeoutMs, logFile })
    return opened
  }
  let server = await start()
  return {
    settings,
    variables: {
      STORAGE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: settings.bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    folder: data,
    lose: async () => {
      await server.stop('SIGKILL', stopTimeoutMs)
      return async () => {
        server = await start()
      }
    },
    stop: async () => {
      await server.stop('SIGTERM', stopTimeoutMs)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

type Places = {
  readonly dir: string
  readonly data: string
  readonly address: string
  readonly logFile: string
  readonly keepAlive: boolean
}

function openServer(command: string, { accessKeyId, secretAccessKey }: S3Settings, places: Places) {
  const { dir, data, address, logFile, keepAlive } = places
  const root = ['--access', accessKeyId, '--secret', secretAccessKey]
  const alive = keepAlive ? ['--keep-alive'] : []
  return startServer({
    command,
    parameters: ['--port', address, ...root, '--iam-dir', dir, ...alive, 'posix', data],
    logFile,
    options: { cwd: dir, env: { HOME: dir } },
  })
}

/** Creates the bucket if it is missing; false while the server does not answer. */
async function hasBucket({
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
  } catch (error) {
    return error instanceof BucketAlreadyOwnedByYou
  } finally {
    client.destroy()
  }
}

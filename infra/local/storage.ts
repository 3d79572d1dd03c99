import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'

const bucketDefault = 'equerre'
const ownVariables = [
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
]

/**
 * The storage's variables for gateway and workers: the folder `dir`, or with `STORAGE=s3` the service at
 * `S3_ENDPOINT`. That address alone can say everything, as `http://key:secret@host:port/bucket`; separate
 * variables override its parts. The bucket is created if it is missing.
 */
export async function prepareStorage(
  env: Readonly<Record<string, string | undefined>>,
  dir: string,
): Promise<Record<string, string>> {
  if (env['STORAGE'] !== 's3') return { STORAGE: 'filesystem', STORAGE_DIR: dir }
  const variables: Record<string, string> = {
    STORAGE: 's3',
    S3_REGION: 'us-east-1',
    S3_BUCKET: bucketDefault,
    ...partsOf(URL.parse(env['S3_ENDPOINT'] ?? '')),
    ...Object.fromEntries(ownVariables.flatMap((name) => (env[name] ? [[name, env[name]]] : []))),
  }
  await makeBucket(variables)
  return variables
}

/**
 * The variables contained in an address that says everything; none without an address, which means Amazon's
 * own service.
 */
function partsOf(address: URL | null): Record<string, string> {
  if (!address) return { S3_FORCE_PATH_STYLE: 'false' }
  const bucket = address.pathname.slice(1)
  return {
    S3_ENDPOINT: address.origin,
    S3_ACCESS_KEY_ID: decodeURIComponent(address.username),
    S3_SECRET_ACCESS_KEY: decodeURIComponent(address.password),
    ...(bucket && { S3_BUCKET: bucket }),
  }
}

async function makeBucket(variables: Readonly<Record<string, string>>): Promise<void> {
  const Bucket = variables['S3_BUCKET']
  const client = createClient(variables)
  try {
    await client.send(new HeadBucketCommand({ Bucket })).catch((error: Error) => {
      if (error.name !== 'NotFound' && error.name !== 'NoSuchBucket') throw error
      return client.send(new CreateBucketCommand({ Bucket }))
    })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown'
    throw new Error(`the object storage cannot be used: ${why}`, { cause })
  } finally {
    client.destroy()
  }
}

function createClient({
  S3_ENDPOINT,
  S3_REGION = '',
  S3_ACCESS_KEY_ID = '',
  S3_SECRET_ACCESS_KEY = '',
  S3_FORCE_PATH_STYLE,
}: Readonly<Record<string, string>>): S3Client {
  return new S3Client({
    ...(S3_ENDPOINT !== undefined && { endpoint: S3_ENDPOINT }),
    region: S3_REGION,
    forcePathStyle: S3_FORCE_PATH_STYLE !== 'false',
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
}

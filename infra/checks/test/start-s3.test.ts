import { openStorage, type S3Settings } from '@equerre/platform/storage'
import { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '@equerre/local/servers/server-process'
import { cloneFolder } from '@equerre/local/tools'

let s3: { settings: S3Settings; stop: () => Promise<void> } | undefined
let product: ChildProcess | undefined
const folder = mkdtempSync(path.join(tmpdir(), 'equerre-start-s3-'))
chmodSync(folder, 0o711)
beforeAll(async () => {
  if (!missingS3) s3 = await startS3()
})
afterAll(async () => {
  if (product?.exitCode === null) {
    product.kill('SIGTERM')
    await once(product, 'close')
  }
  await s3?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('STORAGE=s3 npm start needs one address, and stores every file there', async ({ skip }) => {
  if (!s3) return skip(missingS3!)
  const { endpoint, accessKeyId, secretAccessKey } = s3.settings
  const state = path.join(folder, 'state')
  const port = String(await freePort())
  const address = endpoint!.replace('//', `//${accessKeyId}:${secretAccessKey}@`)
  const lines: string[] = []
  product = spawn(process.execPath, ['infra/local/start.ts'], {
    cwd: cloneFolder,
    env: {
      PATH: process.env['PATH'],
      EQUERRE_STATE: state,
      PORT: port,
      STORAGE: 's3',
      S3_ENDPOINT: `${address}/made-at-start`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: product.stdout! }).on('line', (line) => lines.push(line))
  await expect
    .poll(() => product!.exitCode !== null || lines.some((line) => line.includes('ready on')), {
      timeout: 90_000,
    })
    .toBe(true)

  const guest = await Client.guest(`http://127.0.0.1:${port}`)
  const photo = await photographDocument({ seed: 81, width: 800, height: 600, coverage: 0.5 })
  const options = '{"dpi":72,"corners":[[0.1,0.1],[0.9,0.1],[0.9,0.9],[0.1,0.9]]}'
  const { ingestion_id } = (await guest.ingest({ bytes: photo.jpeg, name: 'a.jpg' })).body
  const page = (await guest.rectify({ ingestion_id, options })).body
  expect((await guest.bytes(page.artifacts.warped_path!)).bytes.length).toBeGreaterThan(1_000)

  const keys: string[] = []
  for await (const { key } of openStorage({ ...s3.settings, bucket: 'made-at-start' }).list(''))
    keys.push(key.replace(/^ingestions\/[^/]+\//, '').replace(/[0-9a-f-]{36}/, 'step'))
  expect(keys).toEqual(
    expect.arrayContaining(['original', 'artifacts/preview.jpg', 'artifacts/step-warped.png']),
  )
  expect(existsSync(path.join(state, 'objects'))).toBe(false)
})

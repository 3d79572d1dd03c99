import { cloneFolder, findTools } from '@equerre/local/tools'
import { photographDocument, photographNothing } from '@equerre/testkit/pictures'
import { writePaperwork } from '@equerre/testkit/pictures/paperwork'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fingerprintOf, namedSchemas } from './schemas.ts'

const client = path.join(cloneFolder, 'clients/python')

it('the types are those of the contract: else run clients/python/generate', () => {
  const made = readFileSync(path.join(client, 'src/equerre/types.py'), 'utf8')
  expect(made).toContain(fingerprintOf(namedSchemas()))
})

describe('a Python program', () => {
  let product: Product
  let folder: string
  const files: Record<string, string> = {}
  beforeAll(async () => {
    const env = { COURIER_ALLOW_NETWORKS: '127.0.0.1/32', BATCH_IN_FLIGHT_MAX: '4' }
    product = await startProduct({ courier: true, env })
    folder = mkdtempSync(path.join(tmpdir(), 'equerre-python-'))
    const size = { width: 800, height: 600 }
    keep('PHOTO', 'photo.jpg', (await photographDocument({ seed: 11, ...size, coverage: 0.5 })).jpeg)
    keep(
      'NOTHING',
      'wood.jpg',
      (await photographNothing({ seed: 5, things: 0, background: 'wood', ...size })).jpeg,
    )
    keep('RECEIPT', 'receipt.pdf', (await writePaperwork('receipt', 8)).pdf)
  })
  const keep = (variable: string, name: string, bytes: Uint8Array) => {
    files[variable] = path.join(folder, name)
    writeFileSync(files[variable], bytes)
  }
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await product?.stop()
  })

  it('does the whole job, at once or in turns, whatever gets lost', async ({ skip }) => {
    const { python } = findTools()
    skip(python === null, 'there is no Python with httpx on this machine')
    const environment = {
      ...files,
      EQUERRE_URL: product.url,
      EQUERRE_API_KEY: await paidKey(),
      PYTHONPATH: path.join(client, 'src'),
      PYTHONDONTWRITEBYTECODE: '1',
    }
    const options = { cwd: path.join(client, 'test'), env: environment }
    const { stderr } = await promisify(execFile)(
      python!,
      ['-W', 'error', '-m', 'unittest', 'product_test'],
      options,
    )
    expect(stderr).toMatch(/Ran 1\d tests in [\s\S]*OK\n$/)
  })

  async function paidKey(): Promise<string> {
    const person = await signIn(product.url, { person: 'new', email: 'python@exemple.test' })
    const order = await person.ask<{ url: string }>('/api/create-checkout-session/pack100', {
      method: 'POST',
    })
    await product.stripe.pay((await product.stripe.session(order.body.url)).id)
    await expect.poll(() => person.credits(), { timeout: 30_000 }).toBeGreaterThanOrEqual(100)
    return (await person.ask<{ api_key: string }>('/api/api-key/me')).body.api_key
  }
})

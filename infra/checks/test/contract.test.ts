import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSchemathesis } from '../contract/schemathesis.ts'
import { trialEnv, tryContract } from '../contract/try-contract.ts'

const schemathesis = findSchemathesis()
/** Alone on two cores it takes 45 s. */
const trialTimeoutMs = 600_000

describe.skipIf(schemathesis === null)('the contract', () => {
  let product: Product
  beforeAll(async () => {
    product = await startProduct({ courier: true, env: trialEnv })
  })
  afterAll(() => product?.stop())

  // Few requests, but the same ones each time; `npm run test:contract` makes many, as all callers.
  it('is kept, whatever schemathesis makes up', { timeout: trialTimeoutMs }, async () => {
    const printed: Buffer[] = []
    const failed = await tryContract(product, {
      schemathesis: schemathesis!,
      callers: ['key'],
      examples: 2,
      seed: 1,
      phases: 'examples,coverage,fuzzing',
      onOutput: (chunk) => printed.push(chunk),
    })
    const output = Buffer.concat(printed).toString()
    expect(failed, output).toEqual([])
    expect(output).toMatch(/[1-9]\d{3,} generated/)
  })
})

/**
 * Tries the contract at length: `npm run test:contract`. As three callers: an account with credits in its browser, beside another one;
 * its own key; a key that may only read. `--examples` says how many requests each operation gets in every phase, `--seed` which,
 * `--phases` leaves some out, `--caller` callers.
 */
import { startProduct, type Product } from '@equerre/testkit/product'
import { startServers } from '@equerre/testkit/servers'
import { parseArgs } from 'node:util'
import { findSchemathesis } from './schemathesis.ts'
import { callerNames, trialEnv, tryContract } from './try-contract.ts'

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    phases: { type: 'string' },
    caller: { type: 'string' },
  },
})
const callers = callerNames.filter((name) => name === (values.caller ?? name))
if (callers.length === 0) throw new Error(`--caller is one of ${callerNames.join(', ')}`)
const schemathesis = findSchemathesis()
if (schemathesis === null)
  throw new Error('schemathesis cannot be installed: it needs Python with venv, and a network')

const { servers, stop } = await startServers()
let product: Product | undefined
try {
  product = await startProduct({ servers, courier: true, env: trialEnv })
  const failed = await tryContract(product, {
    schemathesis,
    callers,
    examples: Number(values.examples),
    seed: Number(values.seed),
    phases: values.phases,
    onOutput: (chunk) => process.stdout.write(chunk),
  })
  if (failed.length > 0) throw new Error(`the contract is not kept: ${failed.join(', ')}`)
} finally {
  await product?.stop()
  await stop()
}

import type { RectifyReply } from '@equerre/contract/detourage'
import { cloneFolder } from '@equerre/local/tools'
import type { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import type { Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import examples from '@equerre/words/fr/replies.json' with { type: 'json' }
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const out = path.join(cloneFolder, '.out/contract')
/** What would end a run of thousands of requests from one address, which is tested elsewhere. */
const limits = [
  'KEY_REQUESTS_PER_MINUTE',
  'COOKIE_REQUESTS_PER_MINUTE',
  'REQUEST_BURST',
  'UPLOADS_PER_MINUTE',
  'PAYING_UPLOADS_PER_MINUTE',
  'WRONG_CREDENTIALS_PER_MINUTE',
  'GUEST_WALLETS_PER_NETWORK_PER_DAY',
  'ASSEMBLIES_PER_HOUR',
  'BATCHES_OPEN_MAX',
  'NAMED_KEYS_MAX',
  'WEBHOOKS_MAX',
]

/** Settings of a product that the contract is tried on. */
export const trialEnv: Readonly<Record<string, string>> = Object.fromEntries(
  limits.map((name) => [name, '1000000']),
)

const small = { options: '{"dpi":72}' }

/** An account with credits in its browser, beside another one; its own key; a key that may only read. */
export const callerNames = ['browser', 'key', 'reader'] as const
export type CallerName = (typeof callerNames)[number]

export type Trial = {
  /** The program. */
  readonly schemathesis: string
  readonly callers: readonly CallerName[]
  /** How many requests each operation gets in every phase. */
  readonly examples: number
  readonly seed: number
  /** As schemathesis lists them; all where none is given. */
  readonly phases?: string | undefined
  readonly onOutput: (chunk: Buffer) => void
}

type Identity = { readonly name: string; readonly headers: Readonly<Record<string, string>> }
type Prepared = { readonly url: string; readonly document: string; readonly made: RectifyReply }

/**
 * Lets schemathesis try everything that the OpenAPI document of a running product says: what it makes up, right and wrong, must get an
 * answer that the document describes, and nothing may be seen by somebody else.
 * @param product started with `trialEnv` and a courier, for an account that nobody has used
 * @returns the callers with whom the contract was not kept
 */
export async function tryContract(product: Product, trial: Trial): Promise<CallerName[]> {
  mkdirSync(out, { recursive: true })
  const { identities, made } = await meet(product)
  const prepared = { url: product.url, document: await fetchDocument(product.url, made), made }
  const failed: CallerName[] = []
  for (const name of trial.callers)
    if (!(await tryAs(prepared, { name, who: identities[name] }, trial))) failed.push(name)
  return failed
}

/** An account with credits and something of everything, and what else may call. */
async function meet(running: Product) {
  const { url } = running
  const [person, other] = await Promise.all(
    ['une', 'autre'].map((name) => signIn(url, { person: 'new', email: `${name}@exemple.test` })),
  )
  await buy(running, person!)
  const { api_key } = (await person!.ask<{ api_key: string }>('/api/api-key/me')).body
  const { jpeg } = await photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 })
  const { status, body: made } = await person!.oneShot({ bytes: jpeg, name: 'page.jpg' }, small)
  if (status !== 200) throw new Error(`no page: ${JSON.stringify(made)}`)
  const reading = await post<{ api_key: string }>(person!, '/api/v1/keys', {
    name: 'Lecture',
    scopes: ['read'],
  })
  const identities: Readonly<Record<CallerName, readonly Identity[]>> = {
    browser: [inBrowser('person', person!), inBrowser('other', other!)],
    key: [{ name: 'key', headers: { 'X-API-Key': api_key } }],
    reader: [{ name: 'reader', headers: { 'X-API-Key': reading.api_key } }],
  }
  return { identities, made }
}

/** The document, whose examples name what there is in place of what there was when they were printed. */
async function fetchDocument(url: string, made: RectifyReply): Promise<string> {
  const text = await (await fetch(`${url}/api/openapi.json`)).text()
  const file = path.join(out, 'openapi.json')
  const real = text.replaceAll(examples.ingest.ingestion_id, made.ingestion_id)
  writeFileSync(file, real.replaceAll(examples.rectify.id, made.id))
  return file
}

function inBrowser(name: string, client: Client): Identity {
  return { name, headers: { Cookie: client.identity()['Cookie']!, Origin: client.url } }
}

async function buy(running: Product, person: Client): Promise<void> {
  const { url } = await post<{ url: string }>(person, '/api/create-checkout-session/pack300')
  await running.stripe.pay((await running.stripe.session(url)).id)
  while ((await person.credits()) === 0) await sleep(100)
}

async function post<Body>(person: Client, to: string, body?: unknown): Promise<Body> {
  const headers = { 'Content-Type': 'application/json' }
  return (
    await person.ask<Body>(to, { method: 'POST', ...(body ? { headers, body: JSON.stringify(body) } : {}) })
  ).body
}

/** Those who call do the same, and must not see each other's; the first one does most. */
async function tryAs(
  { url, document, made }: Prepared,
  { name, who }: { readonly name: CallerName; readonly who: readonly Identity[] },
  { schemathesis, examples: most, seed, phases, onOutput }: Trial,
): Promise<boolean> {
  const known = path.join(out, `${name}.json`)
  const auth = who.map((each) => ({ name: each.name, fixedHeaders: fixedOf(each) }))
  writeFileSync(known, JSON.stringify({ auth }))
  const config = path.join(out, `${name}.toml`)
  const peers = who.length > 1 ? `peers = ${JSON.stringify(who.map((each) => each.name))}` : ''
  // Without https the session's cookie has another name than in the document, so its removal cannot be tried.
  const checks = name === 'browser' ? '[checks.ignored_auth]\nenabled = false\n' : ''
  const usual = readFileSync(path.join(import.meta.dirname, 'schemathesis.toml'), 'utf8')
    .replace('INGESTION', made.ingestion_id)
    .replace('RECTIFY', made.id)
    .replace('ARTIFACT', made.artifacts.warped_path!.split('/').at(-1)!)
  writeFileSync(config, `${usual}\n${checks}[auth.wfc]\npath = ${JSON.stringify(known)}\n${peers}\n`)
  const which = ['--max-examples', String(most), '--seed', String(seed), '--header', 'Accept-Language: en']
  const parameters = ['--config-file', config, 'run', document, '--url', url, ...which, '--no-color']
  if (phases) parameters.push('--phases', phases)
  const program = spawn(schemathesis, parameters, {
    cwd: out,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: '1',
    },
  })
  program.stdout.on('data', onOutput)
  program.stderr.on('data', onOutput)
  const [code] = (await once(program, 'close')) as [number | null]
  return code === 0
}

function fixedOf({ headers }: Identity) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}

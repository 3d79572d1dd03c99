import express, { type Express, type Request, type Response } from 'express'
import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chooserPage, demoPeople, type DemoPerson } from './google-chooser.ts'

const codesMax = 1_000

/** The variables that point auth to the stand-in. */
export type GoogleVariables = Readonly<Record<string, string>>
type GoogleStandIn = { readonly variables: GoogleVariables; readonly stop: () => Promise<void> }

type Client = { readonly id: string; readonly secret: string }
/** What a code can be exchanged for, until it is used. */
type Grant = { readonly person: DemoPerson; readonly redirectUri: string; readonly challenge: string }

/**
 * Google for a machine without Google: the same OAuth over HTTP, with a page where one chooses who to be.
 * @throws in production, because it lets anybody sign in as anybody
 */
export async function startGoogleStandIn(): Promise<GoogleStandIn> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('the stand-in for Google does not run in production: set GOOGLE_CLIENT_ID')
  const client = { id: 'google-stand-in', secret: randomBytes(16).toString('hex') }
  const server = createServer(createStandIn(client))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    variables: {
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
      GOOGLE_AUTHORIZATION_URL: `${address}/authorize`,
      GOOGLE_TOKEN_URL: `${address}/token`,
      GOOGLE_USERINFO_URL: `${address}/userinfo`,
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function createStandIn(client: Client): Express {
  const grants = new Map<string, Grant>()
  const people = new Map<string, DemoPerson>()
  const app = express()
  app.disable('x-powered-by')
  app.use(express.urlencoded({ extended: false, limit: '16kb' }))
  app.get('/authorize', (request, response) => {
    const refusal = refusalOf(request, client)
    if (refusal) return void response.status(400).type('text').send(refusal)
    response.send(chooserPage(fieldsOf(request.query)))
  })
  app.post('/authorize', (request, response) => {
    const fields = fieldsOf(request.body)
    const back = new URL(fields['redirect_uri'] ?? '')
    const person = chosenPerson(fields)
    back.searchParams.set('state', fields['state'] ?? '')
    if (person) back.searchParams.set('code', grantTo(person, fields))
    else back.searchParams.set('error', 'access_denied')
    response.redirect(back.href)
  })
  const grantTo = (person: DemoPerson, fields: Fields): string => {
    if (grants.size >= codesMax) grants.clear()
    const code = randomBytes(16).toString('hex')
    const { redirect_uri: redirectUri = '', code_challenge: challenge = '' } = fields
    grants.set(code, { person, redirectUri, challenge })
    return code
  }
  app.post('/token', (request, response) => {
    const fields = fieldsOf(request.body)
    const grant = grants.get(fields['code'] ?? '')
    // A code can be used once, whether that succeeds or not.
    grants.delete(fields['code'] ?? '')
    if (!grant || !mayExchange(fields, grant, client))
      return void response.status(400).json({ error: 'invalid_grant' })
    const token = randomBytes(16).toString('hex')
    people.set(token, grant.person)
    response.json({ access_token: token, token_type: 'Bearer', expires_in: 3_600 })
  })
  app.get('/userinfo', (request, response) => answerUserinfo(people, request, response))
  return app
}

function answerUserinfo(people: ReadonlyMap<string, DemoPerson>, request: Request, response: Response): void {
  const person = people.get((request.get('Authorization') ?? '').replace(/^Bearer /, ''))
  if (!person) return void response.status(401).json({ error: 'invalid_token' })
  const { subject: sub, email, emailVerified: email_verified, name } = person
  response.json({ sub, email, email_verified, name })
}

type Fields = Readonly<Record<string, string>>

function fieldsOf(values: unknown): Fields {
  const entries = Object.entries((values ?? {}) as Record<string, unknown>)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Why Google would refuse the request too; null if it would not. */
function refusalOf({ query }: Request, client: Client): string | null {
  const fields = fieldsOf(query)
  if (fields['client_id'] !== client.id) return 'client_id inconnu'
  if (fields['response_type'] !== 'code') return 'response_type doit être code'
  if (!fields['state']) return 'state manque'
  if (fields['code_challenge_method'] !== 'S256' || !fields['code_challenge']) return 'PKCE (S256) manque'
  return URL.canParse(fields['redirect_uri'] ?? '') ? null : 'redirect_uri invalide'
}

function chosenPerson(fields: Fields): DemoPerson | null {
  const known = demoPeople.find(({ subject }) => subject === fields['person'])
  if (known || fields['person'] !== 'new') return known ?? null
  const email = (fields['email'] ?? '').trim()
  // The same address is always the same person.
  const subject = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 21)
  const name = (fields['name'] ?? '').trim()
  return { subject, email, emailVerified: fields['verified'] === 'on', name }
}

function mayExchange(fields: Fields, grant: Grant, client: Client): boolean {
  const challenge = createHash('sha256')
    .update(fields['code_verifier'] ?? '')
    .digest('base64url')
  return (
    fields['grant_type'] === 'authorization_code' &&
    fields['client_id'] === client.id &&
    fields['client_secret'] === client.secret &&
    fields['redirect_uri'] === grant.redirectUri &&
    challenge === grant.challenge
  )
}

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { Passport, type AuthenticateOptions } from 'passport'
import { Strategy, type Profile, type VerifyCallback } from 'passport-google-oauth20'
import type { StateStore } from 'passport-oauth2'
import { z } from 'zod'

/** Time limit for the provider's two replies together. */
const timeoutMs = 10_000
const stateBytes = 32

/** What a browser keeps while it is at the provider: the state that it must return, and the PKCE verifier. */
export const Pending = z.object({ state: z.string(), verifier: z.string() })
export type Pending = z.output<typeof Pending>

/** The person as the provider identifies them. Only the subject identifies: an address may pass to somebody else. */
export type Person = {
  readonly subject: string
  readonly email: string
  readonly emailVerified: boolean
  readonly name: string | null
}

export type IdentityProvider = {
  /** Where to send the browser, and what it keeps in the meantime. */
  readonly begin: (callbackUrl: string) => Promise<{ location: string; pending: Pending }>
  /**
   * Exchanges the code that the browser brought back for the person.
   * @returns null when the state is not the one that this browser left with
   * @throws when the provider refuses or cannot be reached
   */
  readonly finish: (
    callbackUrl: string,
    back: { code: string; state: string; pending: Pending },
  ) => Promise<Person | null>
}

type GoogleSettings = {
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly userinfoUrl: string
}

/** Passport's view of a request. The state store holds nothing: it reads and writes `pending`. */
type Exchange = { readonly query: Readonly<Record<string, string>>; pending: Pending | null }
type Outcome = { readonly location?: string; readonly profile?: Profile | false | undefined }

export function openGoogle(settings: GoogleSettings): IdentityProvider {
  const passport = new Passport()
  passport.use(new GoogleStrategy(settings))
  const run = (exchange: Exchange, callbackURL: string) =>
    inTime(
      new Promise<Outcome>((resolve, reject) => {
        const end = (error: unknown, profile?: Profile | false) =>
          error ? reject(error as Error) : resolve({ profile })
        const response = {
          setHeader: (name: string, value: string) => name === 'Location' && resolve({ location: value }),
          end: () => {},
        }
        const options: AuthenticateOptions & { callbackURL: string } = { session: false, callbackURL }
        passport.authenticate('google', options, end)(exchange, response, reject)
      }),
    )
  return {
    begin: async (callbackUrl) => {
      const exchange: Exchange = { query: {}, pending: null }
      const { location } = await run(exchange, callbackUrl)
      if (location === undefined || !exchange.pending) throw new Error('the strategy did not start a sign-in')
      return { location, pending: exchange.pending }
    },
    finish: async (callbackUrl, { code, state, pending }) => {
      const { profile } = await run({ query: { code, state }, pending }, callbackUrl)
      return profile ? personOf(profile) : null
    },
  }
}

class GoogleStrategy extends Strategy {
  constructor(settings: GoogleSettings) {
    super(
      {
        clientID: settings.clientId,
        clientSecret: settings.clientSecret,
        authorizationURL: settings.authorizationUrl,
        tokenURL: settings.tokenUrl,
        userProfileURL: settings.userinfoUrl,
        scope: ['openid', 'email', 'profile'],
        pkce: true,
        state: true,
        // The published types lack the five-parameter form, which PKCE needs.
        store: pendingStore as unknown as StateStore,
      },
      (...[, , profile, done]: [string, string, Profile, VerifyCallback]) => done(null, profile),
    )
    // By default the access token goes in the URL, which ends up in logs.
    this._oauth2.useAuthorizationHeaderforGET(true)
  }
}

/** Passport tells the forms of a store apart by their number of parameters. */
const pendingStore = {
  // oxlint-disable-next-line max-params -- see above
  store(
    exchange: unknown,
    verifier: string,
    _state: unknown,
    _meta: unknown,
    done: (error: null, state: string) => void,
  ) {
    const state = randomBytes(stateBytes).toString('base64url')
    ;(exchange as Exchange).pending = { state, verifier }
    done(null, state)
  },
  // oxlint-disable-next-line max-params -- see above
  verify(
    exchange: unknown,
    state: string,
    _meta: unknown,
    done: (error: null, ok: string | false, info?: unknown) => void,
  ) {
    const { pending } = exchange as Exchange
    if (pending && isSame(state, pending.state)) done(null, pending.verifier)
    else done(null, false, { message: 'another state' })
  },
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function personOf({ id, emails, displayName }: Profile): Person {
  const [address] = emails ?? []
  if (!id) throw new Error('the provider returned no subject')
  return {
    subject: id,
    email: address?.value ?? '',
    emailVerified: address?.verified === true,
    name: displayName || null,
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the provider took more than ${timeoutMs} ms`)), timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

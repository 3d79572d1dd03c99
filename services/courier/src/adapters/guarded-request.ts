import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import net, { type LookupFunction } from 'node:net'
import tls from 'node:tls'
import { isInOne, isPublic, type Network } from '../core/public-address.ts'
import { readTarget, type Target } from '../core/target.ts'

/** How long a name may take to resolve, and a machine to take the connection and to shake hands. */
const connectMs = 10_000
/** Of an answer: its status line and its headers. */
const headBytesMax = 16 * 1_024

/** The address itself is refused: its scheme, its port, its credentials, or an IP address that is not of the public internet. */
export class AddressRefused extends Error {
  override name = 'AddressRefused' as const
}

/**
 * Nobody answers there, or none who is of the public internet. One error for both, or whoever asks could learn which names there
 * are inside.
 */
export class Unreachable extends Error {
  override name = 'Unreachable' as const
}

/** @returns the IP addresses of a name @throws where there are none */
export type ResolveName = (host: string, inTime: AbortSignal) => Promise<readonly string[]>

/** Who may be connected to. */
export type Guard = {
  /** Networks that are allowed although they are not public, at any port; in production there are none. */
  readonly allowed: readonly Network[]
  readonly resolve: ResolveName
}

export function createGuard(allowed: readonly Network[], resolve: ResolveName = systemResolver): Guard {
  return { allowed, resolve }
}

type Asked = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Ends everything, the body of the answer included. */
  readonly signal: AbortSignal
}

/**
 * Sends one request to an address from outside; follows no redirect, unpacks nothing, and knows no proxy. The name is resolved
 * here and once: the connection is made to an address that was looked at, and the peer is looked at again before it gets a byte.
 * @returns the answer as it begins; its reader bounds the rest, and destroys it
 * @throws AddressRefused
 * @throws Unreachable also when the connection breaks before the answer begins
 * @throws the signal's reason
 */
export async function guardedRequest(
  guard: Guard,
  address: string | URL,
  { method, headers, body, signal }: Asked,
): Promise<http.IncomingMessage> {
  signal.throwIfAborted()
  const target = readTarget(String(address))
  if (!target) throw new AddressRefused('no http address, or one with credentials')
  const socket = await connect(guard, target, signal)
  const { request } = target.url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const call = request(target.url, {
      method,
      headers: { ...headers, Connection: 'close' },
      // One of its own, already open: no pool, no proxy of the environment, no second look-up.
      createConnection: () => socket,
      maxHeaderSize: headBytesMax,
      signal,
    })
    call.once('response', resolve)
    call.on('error', (error) => reject(signal.aborted ? signal.reason : unreachable(error)))
    call.end(body)
  })
}

/** A connection to a permitted peer, with TLS where the address says so. */
async function connect(guard: Guard, target: Target, signal: AbortSignal): Promise<net.Socket> {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
  const addresses = await permittedAddresses(guard, target, inTime)
  const lookup: LookupFunction = (_host, { all }, found) => {
    const records = addresses.map((address) => ({ address, family: net.isIP(address) }))
    if (all) found(null, records)
    else found(null, records[0]!.address, records[0]!.family)
  }
  const { host, port } = target
  const socket = net.connect({ host, port, lookup, autoSelectFamily: true })
  try {
    await opened(socket, 'connect', inTime)
    if (!isPermitted(guard, socket.remoteAddress ?? '', target)) throw new Error('the peer is another one')
    if (target.url.protocol === 'http:') return socket
    const secured = tls.connect({
      socket,
      ...(target.literal ? {} : { servername: host }),
      ALPNProtocols: ['http/1.1'],
    })
    await opened(secured, 'secureConnect', inTime)
    return secured
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? signal.reason : unreachable(error)
  }
}

/** @throws AddressRefused, Unreachable */
async function permittedAddresses(
  guard: Guard,
  target: Target,
  inTime: AbortSignal,
): Promise<readonly string[]> {
  const { host, literal } = target
  const addresses = literal ? [host] : await resolved(guard, host, inTime)
  // One that leads inside is enough: honest names have none.
  if (addresses.length > 0 && addresses.every((address) => isPermitted(guard, address, target)))
    return addresses
  throw literal
    ? new AddressRefused('not of the public internet, or at an unusual port')
    : refusalOf(guard, addresses)
}

function refusalOf(guard: Guard, addresses: readonly string[]): Error {
  const isOurs = (address: string) => isPublic(address) || isInOne(address, guard.allowed)
  return addresses.length > 0 && addresses.every(isOurs)
    ? new AddressRefused('an unusual port')
    : new Unreachable('its name leads to no machine of the public internet')
}

function isPermitted({ allowed }: Guard, address: string, { usualPort }: Target): boolean {
  return isInOne(address, allowed) || (usualPort && isPublic(address))
}

async function resolved({ resolve }: Guard, host: string, inTime: AbortSignal): Promise<readonly string[]> {
  const late = new Promise<never>((_, reject) => {
    inTime.addEventListener('abort', () => reject(inTime.reason), { once: true })
  })
  return Promise.race([resolve(host, inTime), late]).catch((error: unknown) => {
    throw unreachable(error)
  })
}

/**
 * Asks the system's name servers itself: getaddrinfo runs on the threads that files and everybody else's names need, and a few
 * names whose servers never answer would occupy these for all.
 */
async function systemResolver(host: string, inTime: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const cancel = () => resolver.cancel()
  inTime.addEventListener('abort', cancel, { once: true })
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  inTime.removeEventListener('abort', cancel)
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((found) => (found.status === 'fulfilled' ? found.value : []))
}

/** Resolves at the event; rejects when the socket fails, closes or takes too long. */
function opened(socket: net.Socket, event: 'connect' | 'secureConnect', inTime: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => socket.destroy(new Error('no connection in time'))
    inTime.addEventListener('abort', late, { once: true })
    socket.once(event, () => {
      inTime.removeEventListener('abort', late)
      resolve()
    })
    // Stays: a socket that fails later must not end the process.
    socket.on('error', reject)
    socket.once('close', () => reject(new Error('closed')))
  })
}

function unreachable(cause: unknown): Unreachable {
  return new Unreachable('no answer', { cause })
}

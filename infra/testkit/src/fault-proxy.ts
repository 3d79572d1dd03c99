import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/** What can be done to the connections between a server and its clients. */
export type Faults = {
  /** Lets connections fall silent: what is sent is acknowledged, nothing passes, nobody hangs up. */
  readonly silence: (how?: Silence) => void
  /** Resets every open connection. */
  readonly reset: () => void
  /** Lets everything that passes wait, in both directions. */
  readonly slow: (ms: number) => void
  /** Answers requests in the server's place, and closes their connections. */
  readonly answer: (instead: Instead) => void
  readonly heal: () => void
  /** Silent connections that the client has not given up. */
  readonly held: () => number
}

type Silence = {
  /** Whether connections made from now on are accepted and never answered either, until `heal`. */
  readonly all?: boolean
  /** Whether what clients send still arrives, and only the answers are lost. */
  readonly answersOnly?: boolean
}

/** @param to the beginning of the requests that are answered so; all others pass */
type Instead = { readonly to: RegExp; readonly with: string }

/** A way to a server on which faults can be made. */
export type FaultProxy = Faults & { readonly port: number; readonly close: () => Promise<void> }

/** Both ends of a connection that passes through this process, and what passes no more. */
type Route = Ends & { requestsPass: boolean; answersPass: boolean }
type Ends = { readonly client: Socket; readonly server: Socket }
type Rules = { silence: Silence | null; delayMs: number; instead: Instead | null }

const noFault = (): Rules => ({ silence: null, delayMs: 0, instead: null })

/** Passes every connection on to `port` of this machine. */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  const routes = new Set<Route>()
  const silent = new Set<Socket>()
  const rules = noFault()
  const silenceRoute = (route: Route, { answersOnly = false }: Silence) => {
    route.answersPass = false
    route.requestsPass &&= answersOnly
    if (!route.client.readableEnded) silent.add(route.client)
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const to = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    const route: Route = { client, server: to, requestsPass: true, answersPass: true }
    routes.add(route)
    if (rules.silence?.all) silenceRoute(route, rules.silence)
    const forget = () => silent.delete(client)
    client.on('end', forget).on('error', forget).on('close', forget)
    client.on('close', () => routes.delete(route))
    passThrough(route, rules)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence: (how = {}) => {
      rules.silence = how
      for (const route of routes) silenceRoute(route, how)
    },
    reset: () => {
      for (const { client, server: to } of routes) for (const socket of [client, to]) socket.resetAndDestroy()
    },
    slow: (ms) => {
      rules.delayMs = ms
    },
    answer: (instead) => {
      rules.instead = instead
    },
    heal: () => void Object.assign(rules, noFault()),
    held: () => silent.size,
    close: async () => {
      server.close()
      for (const { client, server: to } of routes) for (const socket of [client, to]) socket.destroy()
    },
  }
}

/** The faults of several proxies at once. */
export function faultsOf(proxies: readonly Faults[]): Faults {
  const each =
    <Arguments extends unknown[]>(act: (proxy: Faults, ...values: Arguments) => void) =>
    (...values: Arguments) => {
      for (const proxy of proxies) act(proxy, ...values)
    }
  return {
    silence: each((proxy, how?: Silence) => proxy.silence(how)),
    reset: each((proxy) => proxy.reset()),
    slow: each((proxy, ms: number) => proxy.slow(ms)),
    answer: each((proxy, instead: Instead) => proxy.answer(instead)),
    heal: each((proxy) => proxy.heal()),
    held: () => proxies.reduce((sum, proxy) => sum + proxy.held(), 0),
  }
}

/** The same address through a proxy. */
export function through(url: string, { port }: FaultProxy): string {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

/** Passes bytes and endings on, in both directions. */
export function join({ client, server }: Ends): void {
  client.pipe(server).pipe(client)
  client.on('error', () => server.destroy()).on('close', () => server.destroy())
  server.on('error', () => client.destroy()).on('close', () => client.destroy())
}

/** The same, as far as `route` and `rules` let it: what does not pass is read all the same, as a silent peer's kernel does. */
function passThrough(route: Route, rules: Rules): void {
  const { client, server } = route
  const refuse = (head: Buffer) => {
    const { instead } = rules
    if (!instead?.to.test(head.subarray(0, 16).toString('latin1'))) return false
    route.requestsPass = route.answersPass = false
    server.destroy()
    client.end(instead.with)
    return true
  }
  const requests = step(rules, (chunk) => route.requestsPass && !refuse(chunk))
  const answers = step(rules, () => route.answersPass)
  client.pipe(requests).pipe(server, { end: false })
  server.pipe(answers).pipe(client, { end: false })
  requests.on('end', () => server.end())
  answers.on('end', () => route.answersPass && client.end())
  client.on('error', () => server.destroy()).on('close', () => server.destroy())
  server.on('error', () => route.answersPass && client.destroy())
  server.on('close', () => {
    requests.unpipe(server).resume()
    if (route.answersPass) client.destroy()
  })
}

function step(rules: Rules, passes: (chunk: Buffer) => boolean): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const passed = passes(chunk) ? chunk : undefined
      if (rules.delayMs > 0) setTimeout(done, rules.delayMs, null, passed)
      else done(null, passed)
    },
  })
}

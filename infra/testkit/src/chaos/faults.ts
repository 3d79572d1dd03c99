import { connect } from '@equerre/local/servers/databases'
import type { ServiceName } from '@equerre/local/service'
import { Redis } from 'ioredis'
import { setTimeout as sleep } from 'node:timers/promises'
import { cutConnections } from '../database.ts'
import type { Faults } from '../fault-proxy.ts'
import type { Product } from '../product.ts'
import type { Deployment, Member } from './deployment.ts'

/** Something that goes wrong in a deployment. */
export type Fault = {
  /** How long it lasts; 0 for what is over at once. */
  readonly seconds: number
  /** Begins it; the returned function ends it. */
  readonly begin: (at: Deployment) => Promise<End>
  /** A server that must be ours alone, or there at all. */
  readonly needs?: 'losePostgres' | 'loseStorage'
}
type End = () => unknown
type Peer = Parameters<Deployment['ways']['to']>[0]

/** Longer than any connection to such a peer waits for it while it is silent, calls that try again included. */
const silentSeconds: Readonly<Record<Peer, number>> = {
  redis: 26,
  postgres: 22,
  storage: 42,
  auth: 22,
  billing: 22,
}
/** Longer than any process waits for another one, and a job's lock without its worker. */
const pausedSeconds = 25
const awaySeconds = 8
/** Longer than the relay waits, so that steps that have failed are dispatched again in vain. */
const storageAwaySeconds = 35
/** Between two blows of the same fault: time to take up work again. */
const againMs = 2_000
const slowMs = 200
const clockSeconds = 300
const nothing = () => {}

/** On the ways to a server: those that have a fault must heal, and those that were cut are over at once. */
function onWays(peer: Peer, seconds: number, make: (faults: Faults) => void): Fault {
  const begin = async ({ ways }: Deployment) => {
    const faults = ways.to(peer)
    make(faults)
    return faults.heal
  }
  return { seconds, begin, ...(peer === 'storage' && { needs: 'loseStorage' as const }) }
}

function silences<Name extends Peer>(peer: Name) {
  return {
    [`${peer}: open connections silent`]: onWays(peer, 0, (faults) => faults.silence()),
    [`${peer}: frozen`]: onWays(peer, silentSeconds[peer], (faults) => faults.silence({ all: true })),
    [`${peer}: mute`]: onWays(peer, silentSeconds[peer], (faults) =>
      faults.silence({ all: true, answersOnly: true }),
    ),
    [`${peer}: slow`]: onWays(peer, awaySeconds, (faults) => faults.slow(slowMs)),
    [`${peer}: connections reset`]: onWays(peer, 0, (faults) => faults.reset()),
  }
}

function onMember(
  seconds: number,
  which: readonly [ServiceName, number?],
  act: (member: Member) => Promise<End>,
): Fault {
  const [service, index = 0] = which
  return { seconds, begin: ({ members }) => act(members[service][index]!) }
}

const kill = (service: ServiceName) =>
  onMember(awaySeconds, [service], async (member) => {
    await member.kill()
    return () => member.restart()
  })

const pause = (service: ServiceName) =>
  onMember(pausedSeconds, [service], async (member) => {
    const pid = member.pid()
    process.kill(pid, 'SIGSTOP')
    return () => process.kill(pid, 'SIGCONT')
  })

/** The clock of the second process of a service, since that one was started by us. */
const shift = (service: ServiceName, seconds: number) =>
  onMember(awaySeconds, [service, 1], async (member) => {
    const clock = import.meta.resolve('./shifted-clock.ts')
    await member.restart({ NODE_OPTIONS: `--import=${clock}?seconds=${seconds}` })
    return () => member.restart()
  })

function respond(status: string, code: string): string {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${status}</Message></Error>`
  const head = ['Content-Type: application/xml', `Content-Length: ${body.length}`, 'Connection: close']
  return [`HTTP/1.1 ${status}`, ...head, '', body].join('\r\n')
}

const storageAnswers = (to: RegExp, answer: string) =>
  onWays('storage', awaySeconds, (faults) => faults.answer({ to, with: answer }))

/** What Postgres says when it cannot extend a table. */
const fullDisk = `
  create function public.full_disk() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create trigger full_disk before insert or update on gateway.steps execute function public.full_disk();
  create trigger full_disk before insert or update on billing.entries execute function public.full_disk()`

/** Every fault, by name. */
export const faults: Readonly<Record<string, Fault>> = {
  // How long everybody's next visit takes on this machine anyway.
  'none at all': { seconds: 0, begin: async () => nothing },
  // As a Redis that lost its data: clients stay connected and find their queues empty.
  'redis: emptied': {
    seconds: 0,
    begin: async ({ product, members }) => {
      const workers = members['vision-worker'].map((worker) => worker.pid())
      // So that something is in the queues and not all of it at work.
      for (const pid of workers) process.kill(pid, 'SIGSTOP')
      try {
        await sleep(againMs)
        await asAdministrator(product.redisUrl, (redis) => redis.flushall())
      } finally {
        for (const pid of workers) process.kill(pid, 'SIGCONT')
      }
      return nothing
    },
  },
  'redis: killed, comes back with its data': {
    seconds: awaySeconds,
    begin: ({ product }) => product.loseRedis({ dataKept: true }),
  },
  'redis: lost, comes back empty': { seconds: awaySeconds, begin: ({ product }) => product.loseRedis() },
  'redis: memory full': {
    seconds: awaySeconds,
    begin: async ({ product }) => {
      await asAdministrator(product.redisUrl, (redis) => redis.config('SET', 'maxmemory', '1'))
      return () => asAdministrator(product.redisUrl, (redis) => redis.config('SET', 'maxmemory', '0'))
    },
  },
  ...silences('redis'),
  'redis: frozen for the gateways alone': {
    seconds: silentSeconds.redis,
    begin: async ({ ways }) => {
      ways.fromGateway('redis').silence({ all: true })
      return ways.fromGateway('redis').heal
    },
  },
  'postgres: crashed, recovers': {
    seconds: awaySeconds,
    begin: ({ losePostgres }) => losePostgres!(),
    needs: 'losePostgres',
  },
  'postgres: all connections cut, five times': {
    seconds: 0,
    begin: async ({ product }) => {
      for (let times = 0; times < 5; times++) {
        await sleep(againMs)
        await cutConnections(product.database)
      }
      return nothing
    },
  },
  'postgres: disk full': {
    seconds: awaySeconds,
    begin: async ({ product }) => {
      await runAsAdministrator(product, fullDisk)
      return () => runAsAdministrator(product, 'drop function public.full_disk() cascade')
    },
  },
  ...silences('postgres'),
  'storage: killed': {
    seconds: storageAwaySeconds,
    begin: ({ loseStorage }) => loseStorage!(),
    needs: 'loseStorage',
  },
  ...silences('storage'),
  'storage: answers 503': storageAnswers(/^[A-Z]+ /, respond('503 Slow Down', 'SlowDown')),
  'storage: disk full': storageAnswers(
    /^(PUT|POST) /,
    respond('507 Insufficient Storage', 'XMinioStorageFull'),
  ),
  ...silences('auth'),
  ...silences('billing'),
  'gateway: one killed': kill('gateway'),
  'worker: one killed': kill('vision-worker'),
  'workers: all killed, three times': {
    seconds: 0,
    begin: async ({ members }) => {
      for (let times = 0; times < 3; times++) {
        await sleep(againMs)
        await Promise.all(members['vision-worker'].map((worker) => worker.kill()))
        await Promise.all(members['vision-worker'].map((worker) => worker.restart()))
      }
      return nothing
    },
  },
  'auth: killed': kill('auth'),
  'billing: killed': kill('billing'),
  'courier: killed': kill('courier'),
  'gateway: one stopped and continued': pause('gateway'),
  'worker: one stopped and continued': pause('vision-worker'),
  'auth: stopped and continued': pause('auth'),
  'billing: stopped and continued': pause('billing'),
  'courier: stopped and continued': pause('courier'),
  'gateway: clock of one 5 min fast': shift('gateway', clockSeconds),
  'gateway: clock of one 5 min slow': shift('gateway', -clockSeconds),
  'worker: clock of one 5 min fast': shift('vision-worker', clockSeconds),
  'worker: clock of one 5 min slow': shift('vision-worker', -clockSeconds),
}

async function asAdministrator(url: string, act: (redis: Redis) => Promise<unknown>): Promise<unknown> {
  const redis = new Redis(url)
  try {
    return await act(redis)
  } finally {
    redis.disconnect()
  }
}

async function runAsAdministrator({ database }: Product, statements: string): Promise<void> {
  await using admin = await connect(database.urls.admin)
  await admin.query(statements)
}

import { paymentsQueue } from '@equerre/contract/billing'
import { erasureQueue } from '@equerre/contract/identity'
import { resultsQueue, visionQueues } from '@equerre/contract/jobs'

/** Who speaks to Redis, each with a password of its own. `keda` only counts; the administrator is Redis' own `default`. */
export const redisUsers = ['gateway', 'auth', 'billing', 'worker', 'keda'] as const
export type RedisUser = (typeof redisUsers)[number]

const whole = (queue: string) => `~bull:${queue}:*`

/**
 * Nothing here shows or changes what is not named by a key: no `KEYS`, `SCAN`, `FLUSHALL`, `CONFIG`, `ACL`, `MONITOR`; and of
 * others' connections nothing. `INFO` is what clients ask when they connect.
 */
const anybody = '+@connection -@admin -@dangerous +info'
/** What BullMQ's scripts and the limiter's do. A script is no way out: Redis checks each command in it, and each key. */
const work =
  '+@hash +@list +@set +@sortedset +@stream +@string +del +unlink +exists +expire +pexpire +persist +ttl +pttl +type +eval +evalsha +script|load +script|exists +multi +exec +discard'

/** The keys that adding a job reads; the job itself is written only. */
const addedTo = ['wait', 'paused', 'meta', 'id', 'completed', 'delayed', 'active', 'events', 'marker']
const adding = [
  ...addedTo.map((key) => `~bull:${resultsQueue}:${key}`),
  `%W~bull:${resultsQueue}:*`,
  '-@all +eval +evalsha +exists +get +incr +set +hget +hmget +hset +hmset +llen +lindex +lpush +rpush +zadd +zcard +xadd +xtrim',
]

/** Each user's rules in the words of Redis' `ACL SETUSER`, without the password. */
const redisRules: Readonly<Record<RedisUser, string>> = {
  gateway: [
    ...[...visionQueues, resultsQueue, erasureQueue].map(whole),
    '~rate-*',
    `-@all ${work} ${anybody} +client|list`,
  ].join(' '),
  auth: `${whole(erasureQueue)} -@all ${work} ${anybody}`,
  billing: `${whole(paymentsQueue)} -@all ${work} ${anybody}`,
  worker: `${visionQueues.map(whole).join(' ')} -@all ${work} ${anybody} (${adding.join(' ')})`,
  keda: `${visionQueues.map(whole).join(' ')} -@all ${anybody} +eval +evalsha +script|load +script|exists +type +llen +zcard +scard +hlen`,
}

/** The file from which compose and the cluster of development give Redis its users: `{name}` stands for a password. */
export const redisUsersFile = [
  '# Who may do what in Redis, for its configuration or for ACL SETUSER. Written by `npm run variables`.',
  ...redisUserLines(
    Object.fromEntries(redisUsers.map((user) => [user, `{${user}}`])) as Record<RedisUser, string>,
  ),
  '',
].join('\n')

/** Lines for Redis' configuration. */
export function redisUserLines(passwords: Readonly<Record<RedisUser, string>>): string[] {
  return redisUsers.map((user) => `user ${user} on >${passwords[user]} ${redisRules[user]}`)
}

import { Queue } from 'bullmq'
import { Redis } from 'ioredis'

/** What a queue was given. */
export type Message = { readonly queue: string; readonly data: unknown }

/** Works on queues as Redis' administrator. */
export async function withQueues<T>(
  redisUrl: string,
  names: readonly string[],
  work: (queues: Queue[]) => Promise<T>,
): Promise<T> {
  const connection = new Redis(redisUrl, { maxRetriesPerRequest: null })
  const queues = names.map((name) => new Queue(name, { connection }))
  try {
    return await work(queues)
  } finally {
    await Promise.all(queues.map((queue) => queue.close()))
    connection.disconnect()
  }
}

/** Keeps everything that any queue of this Redis is given from now on, as it is written there. */
export async function recordMessages(
  redisUrl: string,
): Promise<{ readonly messages: readonly Message[] } & Disposable> {
  const messages: Message[] = []
  const redis = new Redis(redisUrl)
  const monitor = await redis.monitor()
  monitor.on('monitor', (_time: string, [command = '', key = '', ...fields]: string[]) => {
    const queue = /^bull:([^:]+):[^:]+$/.exec(key)?.[1]
    const at = fields.indexOf('data')
    if (command.toLowerCase() !== 'hmset' || queue === undefined || at < 0) return
    messages.push({ queue, data: JSON.parse(unescaped(fields[at + 1]!)) })
  })
  return {
    messages,
    [Symbol.dispose]: () => {
      monitor.disconnect()
      redis.disconnect()
    },
  }
}

/** What MONITOR has printed as text, as it was: quotes are restored already. */
function unescaped(printed: string): string {
  const bytes = printed.replaceAll(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex?: string, character?: string) =>
    hex === undefined ? (controls[character!] ?? character!) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', a: '\u0007', b: '\b' }

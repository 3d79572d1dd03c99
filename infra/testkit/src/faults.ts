import { Redis } from 'ioredis'

/** Has the effect of a Redis that lost its data: clients stay connected and find their queues empty. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url)
  try {
    await redis.flushall()
  } finally {
    redis.disconnect()
  }
}

import { Redis } from 'ioredis'

/** What a lost Redis leaves: nothing. Clients stay connected and find their queues empty. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url)
  try {
    await redis.flushall()
  } finally {
    redis.disconnect()
  }
}

import type { Redis } from '../redis/ioredis.ts'

/** Deletes the data of other mirrors under this prefix. Scans all keys of Redis. */
export async function dropOtherMirrors(redis: Redis, prefix: string, name: string): Promise<void> {
  const pattern = `{${prefix.replace(/[*?[\]\\]/g, '\\$&')}:g*`
  let cursor = '0'
  do {
    const [next, keys] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1_000)
    const left = keys.filter((key) => !key.startsWith(`{${name}}:`))
    if (left.length > 0) await redis.unlink(...left)
    cursor = next
  } while (cursor !== '0')
}

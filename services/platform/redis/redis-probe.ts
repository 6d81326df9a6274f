export interface RedisProbe {
  /** Rejects while Redis does not answer. */
  check(): Promise<unknown>
  close(): Promise<void>
}

/**
 * A connection of its own that only asks whether Redis answers. Logs nothing: other connections of the process do. The
 * client is loaded when it is needed, because it takes a tenth of the CPU time of a start.
 */
export function openRedisProbe(url: string): RedisProbe {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const client = import('./ioredis.ts')
  const opened = client.then(({ connectRedis }) => connectRedis({ url, name: 'probe', log }))
  return {
    check: async () => (await opened).ping(),
    close: async () => (await client).closeRedis(await opened),
  }
}

import type { SharedServer } from './server-kind.ts'

/** Returns a function that starts a server for its first user and stops it with its last one. */
export function shareUntilUnused(start: () => Promise<SharedServer>): () => Promise<SharedServer> {
  let shared: { server: Promise<SharedServer>; users: number } | null = null
  return async () => {
    shared ??= { server: start(), users: 0 }
    const current = shared
    current.users += 1
    const { url, stop } = await current.server
    return {
      url,
      async stop() {
        current.users -= 1
        if (current.users > 0) return
        if (shared === current) shared = null
        await stop()
      },
    }
  }
}

import type { SharedServer } from './server-kind.ts'

/** Returns a function that starts a server for its first user and stops it with its last one. */
export function shareUntilUnused(start: () => Promise<SharedServer>): () => Promise<SharedServer> {
  let shared: { server: Promise<SharedServer>; users: number } | null = null
  return async () => {
    shared ??= { server: start(), users: 0 }
    const mine = shared
    mine.users += 1
    const { url, stop } = await mine.server
    return {
      url,
      async stop() {
        mine.users -= 1
        if (mine.users > 0) return
        if (shared === mine) shared = null
        await stop()
      },
    }
  }
}

import { dockerAnswers } from './docker.ts'
import type { OwnServer, ServerKind, SharedServer } from './server-kind.ts'
import { sharedServerUrl } from './service-broker.ts'

/** How to start a server of this kind: Docker if available, otherwise a program on this machine, otherwise null. */
async function findStart(kind: ServerKind): Promise<(() => Promise<OwnServer>) | null> {
  return (await dockerAnswers()) ? kind.inDocker : kind.local()
}

/** Whether a server exists or could be started. */
export async function isAvailable(kind: ServerKind): Promise<boolean> {
  return Boolean(process.env[kind.variable]) || (await findStart(kind)) !== null
}

/** Starts a server for the caller only. */
export async function startOwn(kind: ServerKind): Promise<OwnServer> {
  const start = await findStart(kind)
  if (!start) throw new Error(`${kind.name} is not installed. To get it: ${kind.installHint}`)
  return start()
}

const shared = new Map<string, () => Promise<SharedServer>>()

/**
 * The server of the environment; otherwise the one shared by all tests of a run; otherwise one for this process until
 * its last user stops it.
 */
export async function shareServer(kind: ServerKind): Promise<SharedServer> {
  const elsewhere = process.env[kind.variable] || (await sharedServerUrl(kind.name))
  if (elsewhere) return { url: elsewhere, stop: async () => {} }
  const share = shared.get(kind.name) ?? shareUntilUnused(() => startOwn(kind))
  shared.set(kind.name, share)
  return share()
}

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

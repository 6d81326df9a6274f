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

const shared = new Map<string, { server: Promise<OwnServer>; users: number }>()

/**
 * The server of the environment; otherwise the one shared by all tests of a run; otherwise one for this process until
 * its last user stops it.
 */
export async function shareServer(kind: ServerKind): Promise<SharedServer> {
  const elsewhere = process.env[kind.variable] || (await sharedServerUrl(kind.name))
  if (elsewhere) return { url: elsewhere, stop: async () => {} }
  const mine = shared.get(kind.name) ?? { server: startOwn(kind), users: 0 }
  shared.set(kind.name, mine)
  mine.users += 1
  const { url, stop } = await mine.server
  return {
    url,
    async stop() {
      mine.users -= 1
      if (mine.users > 0) return
      if (shared.get(kind.name) === mine) shared.delete(kind.name)
      await stop()
    },
  }
}

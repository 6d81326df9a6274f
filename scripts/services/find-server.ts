import { dockerAnswers } from './docker.ts'
import type { OwnServer, ServerKind, SharedServer } from './server-kind.ts'
import { sharedServerUrl } from './service-broker.ts'
import { shareUntilUnused } from './share-until-unused.ts'

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

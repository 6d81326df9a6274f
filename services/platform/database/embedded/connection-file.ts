import { randomBytes, randomInt } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'

/** In the cluster's own words: whose the tables of record are, and who works with them. */
export const ownerRole = 'stepledger_owner'
export const applicationRole = 'stepledger_app'

/** How to reach the private Postgres of a DATA_DIR; kept in `DATA_DIR/postgres.json`, which only its owner may read. */
const password = z.string().regex(/^[\w-]{16,}$/)
const connectionSchema = z.object({
  port: z.number().int().min(1).max(65535),
  passwords: z.object({ owner: password, application: password }),
  /** Which rights `setRoles` has given the roles; a file of an older release lacks it, so it gives them again. */
  roles: z.literal(2),
})
export type Connection = z.infer<typeof connectionSchema>
export type Passwords = Connection['passwords']

const fileOf = (dataDir: string) => join(dataDir, 'postgres.json')
const draftOf = (dataDir: string) => `${fileOf(dataDir)}.new`

/**
 * The connection of this DATA_DIR. Null when it is not known: at the first start, when the file was lost or damaged,
 * and when an older release wrote it, which gave roles other rights.
 */
export function readConnection(dataDir: string): Promise<Connection | null> {
  return readFrom(fileOf(dataDir))
}

/**
 * A connection with a free port and random passwords, for a cluster that is about to be given them. All processes that
 * come here before `keepConnection` get the same one, after a crash too.
 */
export async function draftConnection(dataDir: string): Promise<Connection> {
  const draft = draftOf(dataDir)
  const fresh = await writeAside(draft, {
    port: await freePort(),
    passwords: { owner: newPassword(), application: newPassword() },
    roles: 2,
  })
  try {
    // A link is made whole or not at all: of two processes that start at once, both use the first one's passwords.
    await link(fresh, draft)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(fresh, { force: true })
  }
  const kept = await readConnection(dataDir)
  const drafted = await readFrom(draft)
  // Another process may have been through all of this a moment ago.
  if (kept !== null || drafted === null) await rm(draft, { force: true })
  return kept ?? drafted ?? draftConnection(dataDir)
}

/** The cluster has these passwords now. */
export async function keepConnection(dataDir: string, connection: Connection): Promise<void> {
  await rename(await writeAside(fileOf(dataDir), connection), fileOf(dataDir))
  await rm(draftOf(dataDir), { force: true })
}

/** Notes another port: when another process took the old one meanwhile. */
export async function usePort(dataDir: string, connection: Connection, port: number): Promise<Connection> {
  if (connection.port === port) return connection
  const moved = { ...connection, port }
  await rename(await writeAside(fileOf(dataDir), moved), fileOf(dataDir))
  return moved
}

/** The address for a Postgres client, of the application by default. */
export function connectionUrl({ port, passwords }: Connection, who: keyof Passwords = 'application'): string {
  const role = who === 'owner' ? ownerRole : applicationRole
  return `postgres://${role}:${passwords[who]}@127.0.0.1:${port}/postgres`
}

/** Can this port of 127.0.0.1 be listened on right now? */
export async function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  )
}

/** Below those that systems give to outgoing connections (32768 on Linux, 49152 elsewhere). */
const lasting = { from: 20_000, to: 32_000 }

/**
 * A port of 127.0.0.1 that nobody listens on right now, and that no outgoing connection gets while its server is away:
 * anyone who starts again finds it free.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 20; tries++) {
    const port = randomInt(lasting.from, lasting.to)
    if (await isPortFree(port)) return port
  }
  return listenOnce(0)
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port'))
        else resolve(address.port)
      })
    })
  })
}

const newPassword = () => randomBytes(24).toString('base64url')

async function readFrom(path: string): Promise<Connection | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return 'null'
    throw error
  })
  try {
    return connectionSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Writes a file beside this one, and gives its path. */
async function writeAside(path: string, connection: Connection): Promise<string> {
  const aside = `${path}.${process.pid}`
  const file = await open(aside, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(connection)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return aside
}

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { freePort } from './ports.ts'

/** Roles of the cluster: the owner of the tables of record, and the application. */
export const ownerRole = 'stepledger_owner'
export const applicationRole = 'stepledger_app'

const password = z.string().regex(/^[\w-]{16,}$/)
/** Connection settings of the private Postgres, stored in `DATA_DIR/postgres.json` with mode 0600. */
const connectionSchema = z.object({
  port: z.int().min(1).max(65535),
  passwords: z.object({ owner: password, application: password }),
  /** Version of the privileges set by `setRoles`. Missing in files of older releases, so that roles are set again. */
  roles: z.literal(2),
})
export type Connection = z.infer<typeof connectionSchema>
export type Passwords = Connection['passwords']

const fileOf = (dataDir: string) => join(dataDir, 'postgres.json')
const draftOf = (dataDir: string) => `${fileOf(dataDir)}.new`

/**
 * Reads the connection of this DATA_DIR. Returns null at the first start, if the file was lost or damaged, and if an
 * older release with other privileges wrote it.
 */
export function readConnection(dataDir: string): Promise<Connection | null> {
  return readFrom(fileOf(dataDir))
}

/**
 * Drafts a connection with a free port and random passwords, for a cluster that is about to get them. Until
 * `storeConnection`, all processes get the same draft, also after a crash.
 */
export async function draftConnection(dataDir: string): Promise<Connection> {
  const draft = draftOf(dataDir)
  const fresh = await writeAside(draft, {
    port: await freePort(),
    passwords: { owner: newPassword(), application: newPassword() },
    roles: 2,
  })
  try {
    // link is atomic and fails if the target exists: two processes that start at once both use the first one's passwords.
    await link(fresh, draft)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(fresh, { force: true })
  }
  const stored = await readConnection(dataDir)
  const drafted = await readFrom(draft)
  // Another process may have completed this concurrently.
  if (stored !== null || drafted === null) await rm(draft, { force: true })
  return stored ?? drafted ?? draftConnection(dataDir)
}

/** Stores the connection, once the cluster has these passwords. */
export async function storeConnection(dataDir: string, connection: Connection): Promise<void> {
  await rename(await writeAside(fileOf(dataDir), connection), fileOf(dataDir))
  await rm(draftOf(dataDir), { force: true })
}

/** Stores a new port, after another process has taken the old one. */
export async function usePort(dataDir: string, connection: Connection, port: number): Promise<Connection> {
  if (connection.port === port) return connection
  const moved = { ...connection, port }
  await rename(await writeAside(fileOf(dataDir), moved), fileOf(dataDir))
  return moved
}

/** The longest path of a Unix socket, bytes: 107 on Linux, 103 on macOS. */
const maxSocketPath = 103

/**
 * Returns the connection string, by default of the application role. It names the folder of the Unix socket, which takes
 * a third less CPU than TCP, if Postgres serves one there and its path is short enough.
 */
export function connectionUrl(
  { port, passwords }: Connection,
  dataDir: string,
  who: keyof Passwords = 'application',
): string {
  const role = who === 'owner' ? ownerRole : applicationRole
  const url = `postgres://${role}:${passwords[who]}@127.0.0.1:${port}/postgres`
  const folder = join(resolve(dataDir), 'postgres')
  const socket = join(folder, `.s.PGSQL.${port}`)
  const usable = Buffer.byteLength(socket) <= maxSocketPath && existsSync(socket)
  return usable ? `${url}?host=${encodeURIComponent(folder)}` : url
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

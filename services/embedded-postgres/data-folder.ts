import { randomBytes, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isProcessAlive } from '../platform/child-process/process-alive.ts'
import { findPostmaster } from './postmaster.ts'

// Files of DATA_DIR through which a command finds a running server and its Postgres: postgres.json and server.json.

/** Roles of the cluster: the owner of the tables of record, and the application. */
export const ownerRole = 'stepledger_owner'
export const applicationRole = 'stepledger_app'
/** Version of the roles' privileges, see `setRoles`. */
export const rolesVersion = 2

const password = z.string().regex(/^[\w-]{16,}$/)
/** Contents of `DATA_DIR/postgres.json`, mode 0600. */
const connectionSchema = z.object({
  port: z.int().min(1).max(65535),
  passwords: z.object({ owner: password, application: password }),
  /** The `rolesVersion` of the cluster; 0 until it has these passwords. */
  roles: z.int(),
})
export type Connection = z.infer<typeof connectionSchema>
export type Passwords = Connection['passwords']

const connectionFile = (dataDir: string) => join(dataDir, 'postgres.json')

/** Returns null before the first start, and if the file was lost or damaged or an older release wrote it. */
export async function readConnection(dataDir: string): Promise<Connection | null> {
  const found = await loadConnection(dataDir)
  return typeof found === 'string' ? null : found
}

async function loadConnection(dataDir: string): Promise<Connection | 'missing' | 'damaged'> {
  try {
    return connectionSchema.parse(JSON.parse(await readFile(connectionFile(dataDir), 'utf8')))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return 'damaged'
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'missing'
    throw error
  }
}

/** Reads the connection. Without one, stores random passwords and a free port, the same for concurrent starts. */
export async function readOrMakeConnection(dataDir: string): Promise<Connection> {
  for (;;) {
    const found = await loadConnection(dataDir)
    if (typeof found !== 'string') return found
    if (found === 'damaged') await rm(connectionFile(dataDir), { force: true })
    const newPassword = () => randomBytes(24).toString('base64url')
    const passwords = { owner: newPassword(), application: newPassword() }
    const draft = await writeDraft(dataDir, { port: await freePort(), passwords, roles: 0 })
    // Unlike rename, link fails if the file exists: a concurrent start has stored its passwords.
    await link(draft, connectionFile(dataDir)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft, { force: true })
  }
}

export async function storeConnection(dataDir: string, connection: Connection): Promise<Connection> {
  await rename(await writeDraft(dataDir, connection), connectionFile(dataDir))
  return connection
}

async function writeDraft(dataDir: string, connection: Connection): Promise<string> {
  const draft = `${connectionFile(dataDir)}.${process.pid}`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(connection)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return draft
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

/** Contents of `DATA_DIR/server.json`, about the process that uses the folder. */
const serverFileSchema = z.object({
  pid: z.int().positive(),
  /** Address of the server, or null for a command, and while a server is starting. */
  url: z.string().nullable(),
  startedAt: z.iso.datetime(),
})
export type ServerFile = z.infer<typeof serverFileSchema>

const serverFile = (dataDir: string) => join(dataDir, 'server.json')

/** Returns null if the file is missing or damaged. */
export async function readServerFile(dataDir: string): Promise<ServerFile | null> {
  try {
    return serverFileSchema.parse(JSON.parse(await readFile(serverFile(dataDir), 'utf8')))
  } catch {
    return null
  }
}

export async function writeServerFile(dataDir: string, content: ServerFile): Promise<void> {
  const draft = `${serverFile(dataDir)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(content)}\n`, { mode: 0o644 })
  await rename(draft, serverFile(dataDir))
}

/** Deletes the file, unless another process has overwritten it. */
export async function removeServerFile(dataDir: string): Promise<void> {
  if ((await readServerFile(dataDir))?.pid === process.pid) await rm(serverFile(dataDir), { force: true })
}

/**
 * Returns the connection string of the embedded database of `dataDir` while a server uses it, else null: then the caller
 * starts one (startEmbeddedPostgres). It may not answer.
 */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const postmaster = await findPostmaster(join(await realpath(dataDir).catch(() => dataDir), 'postgres'))
  const server = await readServerFile(dataDir)
  if (!postmaster || !server?.url || postmaster.server !== server.pid) return null
  const connection = isProcessAlive(server.pid) ? await readConnection(dataDir) : null
  return connection && connectionUrl(connection, dataDir)
}

/** Below the ephemeral port range (from 32768 on Linux, 49152 elsewhere). */
const portRange = { from: 20_000, to: 32_000 }

/**
 * Returns a free port of 127.0.0.1 outside the ephemeral range, so that no outgoing connection takes it while its server
 * restarts.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(portRange.from, portRange.to)
    if (await isPortFree(port)) return port
  }
  throw new Error(`no port of 127.0.0.1 between ${portRange.from} and ${portRange.to} is free`)
}

/** Whether this port of 127.0.0.1 is free at the moment. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

import { randomBytes, randomInt } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'

/** How to reach the private Postgres of a DATA_DIR; kept in `DATA_DIR/postgres.json`, which only its owner may read. */
const connectionSchema = z.object({
  port: z.number().int().min(1).max(65535),
  password: z.string().min(16),
})
export type Connection = z.infer<typeof connectionSchema>

/** The only role of the embedded cluster. */
export const embeddedUser = 'stepledger'

const fileOf = (dataDir: string) => join(dataDir, 'postgres.json')

/** The connection of this DATA_DIR, or null when there is none yet. Throws when the file can't be read. */
export async function readConnection(dataDir: string): Promise<Connection | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  try {
    return connectionSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(`${fileOf(dataDir)} is damaged: the password of the database is not readable`, {
      cause: error,
    })
  }
}

/** The connection of this DATA_DIR; makes one with a random password and a free port when there is none. */
export async function ensureConnection(dataDir: string): Promise<Connection> {
  const known = await readConnection(dataDir)
  if (known !== null) return known
  const fresh = await writeAside(dataDir, {
    port: await freePort(),
    password: randomBytes(24).toString('base64url'),
  })
  try {
    // A link is made whole or not at all: of two processes that start at once, both use the first one's password.
    await link(fresh, fileOf(dataDir))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(fresh, { force: true })
  }
  return ensureConnection(dataDir)
}

/** Notes another port: when somebody else took the old one meanwhile. */
export async function usePort(dataDir: string, connection: Connection, port: number): Promise<Connection> {
  if (connection.port === port) return connection
  const moved = { ...connection, port }
  await rename(await writeAside(dataDir, moved), fileOf(dataDir))
  return moved
}

/** The address for a Postgres client. */
export function connectionUrl({ port, password }: Connection): string {
  return `postgres://${embeddedUser}:${password}@127.0.0.1:${port}/postgres`
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
 * A port of 127.0.0.1 that nobody listens on right now, and that no outgoing connection gets while its server is away: whoever starts again
 * finds it free.
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

async function writeAside(dataDir: string, connection: Connection): Promise<string> {
  const path = `${fileOf(dataDir)}.${process.pid}`
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(connection)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return path
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { isProcessAlive } from '../platform/child-process/process-alive.ts'

// Helpers of the tests of the embedded Postgres.

export const log = { info: () => {}, warn: () => {}, error: console.error }

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export async function pidOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
}

export const endOf = (pid: number) =>
  vi.waitUntil(() => !isProcessAlive(pid), { timeout: 10_000, interval: 5 })

/** Starts the database in a separate Node process, which then does `work` on `server`: by default it waits to be killed. */
export async function startInOtherProcess(
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
  work = 'setInterval(() => {}, 1000)',
): Promise<{ child: ChildProcess; ownerUrl: string }> {
  const script = `import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)}
    const log = { info() {}, warn() {}, error: console.error }
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
    console.log(server.ownerUrl)
    ${work}`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    ...user,
    // The tsx cache is not writable for another user.
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, ownerUrl: await firstLine(child) }
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output')
  const [chunk] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('it ended at once'))),
  ])
  return String(chunk).trim()
}

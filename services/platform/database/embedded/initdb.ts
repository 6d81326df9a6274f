import { spawn } from 'node:child_process'
import { chown, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { embeddedUser } from './connection-file.ts'
import { isProcessAlive } from './process-alive.ts'
import type { RunAs } from './run-as.ts'
import { initdbArgs } from './settings.ts'

/** Is there a finished cluster in this folder? */
export async function hasCluster(folder: string): Promise<boolean> {
  return (await lstat(join(folder, 'PG_VERSION')).catch(() => null)) !== null
}

/**
 * Makes a cluster in `folder`, whole or not at all: initdb works beside it and the result is moved into place. When another
 * process was quicker, its cluster stays.
 */
export async function createCluster(
  folder: string,
  password: string,
  { initdb }: Binaries,
  { prefix, spawnOptions, owner }: RunAs,
): Promise<void> {
  await removeLeftovers(folder)
  const draft = `${folder}.new-${process.pid}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (owner !== null) for (const path of [draft, passwordFile]) await chown(path, owner.uid, owner.gid)
    const args = [
      ...initdbArgs,
      `--username=${embeddedUser}`,
      `--pwfile=${passwordFile}`,
      `--pgdata=${draft}`,
    ]
    await run([...prefix, initdb, ...args], spawnOptions)
    await rename(draft, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    if (!(await hasCluster(folder))) throw error
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/** Refuses a cluster that was made by another main version of Postgres: its files can't be read. */
export async function checkVersion(folder: string, expected: string): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (found !== expected) {
    throw new Error(`${folder} was made by Postgres ${found}, this release brings Postgres ${expected}`)
  }
}

/** The main version that these programs make, such as "18". */
export async function versionOf({ postgres }: Binaries): Promise<string> {
  const share = join(dirname(dirname(postgres)), 'share', 'postgresql', 'postgres.bki')
  const head = await readFile(share, 'utf8')
  const version = /^# PostgreSQL (\d+)/.exec(head)?.[1]
  if (version === undefined) throw new Error(`${share} does not name its version`)
  return version
}

/** What a start that was killed half-way left behind. */
async function removeLeftovers(folder: string): Promise<void> {
  const draft = new RegExp(`^${basename(folder)}\\.new-(\\d+)`)
  for (const name of await readdir(dirname(folder))) {
    const pid = draft.exec(name)?.[1]
    // In a container the one that was killed often had our own pid.
    if (pid !== undefined && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) {
      await rm(join(dirname(folder), name), { recursive: true, force: true })
    }
  }
}

function run([program = '', ...args]: string[], options: RunAs['spawnOptions']): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C' }
    const child = spawn(program, args, { ...options, env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2000)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else
        reject(
          new Error(`Postgres could not set up its folder: ${said.trim() || `initdb ended with ${code}`}`),
        )
    })
  })
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

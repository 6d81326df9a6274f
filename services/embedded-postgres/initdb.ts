import { chown, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isProcessAlive } from '../platform/child-process/process-alive.ts'
import type { Binaries } from './binaries.ts'
import { asNamedUser, dataFolder, type RunAs } from './run-as.ts'
import { runProgram } from './run-program.ts'
import { initdbArgs } from './settings.ts'

export async function hasCluster(folder: string): Promise<boolean> {
  return (await lstat(join(folder, 'PG_VERSION')).catch(() => null)) !== null
}

/**
 * Creates a cluster in `folder` atomically: initdb and `finish` work in a temporary folder, which is then renamed. If
 * another process finishes first, its cluster is kept.
 */
export async function createCluster(
  folder: string,
  { initdb, env }: Binaries,
  user: RunAs,
  signal: AbortSignal,
  finish: (draft: string, user: RunAs) => Promise<void>,
): Promise<void> {
  await removeLeftovers(folder)
  const draft = `${folder}.new-${process.pid}`
  try {
    await mkdir(draft, { mode: 0o700 })
    if (user.owner !== null) await chown(draft, user.owner.uid, user.owner.gid)
    await asNamedUser(draft, user, async (named) => {
      const args = [...initdbArgs, `--pgdata=${dataFolder(draft, named)}`]
      await runProgram(initdb, args, { folder: draft, user: named, env, signal, doing: 'set up its folder' })
      await finish(draft, named)
    })
    await rename(draft, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    if (!(await hasCluster(folder))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Throws if the cluster was created by another major version of Postgres, whose files are incompatible. */
export async function checkVersion(folder: string, expected: string): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (found !== expected) {
    throw new Error(`${folder} was made by Postgres ${found}, this release brings Postgres ${expected}`)
  }
}

/** Removes temporary folders of starts that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  const draft = new RegExp(`^${basename(folder)}\\.new-(\\d+)`)
  for (const name of await readdir(dirname(folder))) {
    const pid = draft.exec(name)?.[1]
    // In a container a killed process often had the same pid.
    if (pid !== undefined && (Number(pid) === process.pid || !isProcessAlive(Number(pid)))) {
      await rm(join(dirname(folder), name), { recursive: true, force: true })
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Every connection needs a password, by the Unix socket too. */
const rules = `local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`

/** Writes pg_hba.conf of a cluster that is not running. The rules of initdb refuse its Unix socket. */
export async function writeAccessRules(folder: string, { owner }: RunAs): Promise<void> {
  const path = join(folder, 'pg_hba.conf')
  if ((await readFile(path, 'utf8').catch(() => null)) === rules) return
  // Two starts may write at the same time.
  const aside = `${path}.${process.pid}.new`
  await writeFile(aside, rules, { mode: 0o600 })
  if (owner !== null) await chown(aside, owner.uid, owner.gid)
  await rename(aside, path)
}

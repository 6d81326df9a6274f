import { chown, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { isProcessAlive } from './process-alive.ts'
import { asNamedUser, dataFolder, type RunAs } from './run-as.ts'
import { runProgram } from './run-program.ts'
import { initdbArgs } from './settings.ts'

/** Is there a finished cluster in this folder? */
export async function hasCluster(folder: string): Promise<boolean> {
  return (await lstat(join(folder, 'PG_VERSION')).catch(() => null)) !== null
}

/**
 * Makes a cluster in `folder`, whole or not at all: initdb works beside it, `finish` does what is left to be done
 * there, and the result is moved into place. When another process was quicker, its cluster stays.
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

/** Refuses a cluster that was made by another main version of Postgres: its files can't be read. */
export async function checkVersion(folder: string, expected: string): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (found !== expected) {
    throw new Error(`${folder} was made by Postgres ${found}, this release brings Postgres ${expected}`)
  }
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

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

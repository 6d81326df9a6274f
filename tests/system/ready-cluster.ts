import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from '@stepledger/services/embedded-postgres/binaries.ts'
import { createCluster, hasCluster, initdbArgs } from '@stepledger/services/embedded-postgres/cluster.ts'
import { runAs } from '@stepledger/services/embedded-postgres/run-as.ts'

const copy = promisify(execFile)
const cache = new URL('../../.cache', import.meta.url).pathname

/**
 * Gives a new DATA_DIR the Postgres cluster that its server would create, without roles and tables. Copying the result
 * of one initdb takes a tenth of the time. Tests that spawn a server cover its own initialisation.
 */
export async function copyCluster(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres')
  if (existsSync(folder)) return
  ready ??= readyCluster()
  await mkdir(dataDir, { recursive: true })
  // Keeps the owner: as root the server runs Postgres as another user.
  await copy('cp', ['-a', await ready, folder])
}

let ready: Promise<string> | null = null

async function readyCluster(): Promise<string> {
  await mkdir(cache, { recursive: true })
  const user = await runAs(join(cache, 'cluster'))
  const binaries = await findBinaries(user, { linksDir: join(cache, 'postgres-libraries') })
  const made = createHash('sha256')
    .update(JSON.stringify([initdbArgs, process.arch, process.geteuid?.()]))
    .digest('hex')
  const folder = join(cache, `cluster-${binaries.version}-${made.slice(0, 8)}`)
  if (await hasCluster(folder)) return folder
  await createCluster({ folder, binaries, user, signal: new AbortController().signal }, [])
  return folder
}

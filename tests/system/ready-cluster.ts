import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  findBinaries,
  packageOfPostgres,
  versionOf,
} from '@stepledger/services/embedded-postgres/binaries.ts'
import { copyDir } from '@stepledger/services/embedded-postgres/embedded-postgres.ts'
import { createCluster, hasCluster } from '@stepledger/services/embedded-postgres/initdb.ts'
import { runAs } from '@stepledger/services/embedded-postgres/run-as.ts'
import { initdbArgs } from '@stepledger/services/embedded-postgres/settings.ts'

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
  const linksDir = join(cache, 'postgres-libraries')
  const binaries = await findBinaries(await packageOfPostgres(), user, { linksDir, copyDir })
  const made = createHash('sha256')
    .update(JSON.stringify([initdbArgs, process.arch, process.geteuid?.()]))
    .digest('hex')
  const folder = join(cache, `cluster-${await versionOf(binaries)}-${made.slice(0, 8)}`)
  if (await hasCluster(folder)) return folder
  await createCluster(folder, binaries, user, new AbortController().signal, async () => {})
  return folder
}

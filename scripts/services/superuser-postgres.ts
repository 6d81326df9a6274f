import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries } from '@stepledger/services/embedded-postgres/binaries.ts'
import { createCluster } from '@stepledger/services/embedded-postgres/cluster.ts'
import { startPostmaster, stopPostmaster } from '@stepledger/services/embedded-postgres/postmaster.ts'
import { runAs } from '@stepledger/services/embedded-postgres/run-as.ts'
import { removeAfterThisProcess, type TestService } from '../services.ts'
import { ownPort } from './own-port.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }

/** A separate Postgres whose address has superuser rights, as that of the Postgres image: roles can be created. */
export async function superuserPostgres(): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-superuser-'))
  const folder = join(dataDir, 'postgres')
  const user = await runAs(folder)
  const binaries = await findBinaries(user, { linksDir: join(dataDir, 'postgres-libraries') })
  const password = randomBytes(12).toString('hex')
  const { signal } = new AbortController()
  const statements = [`ALTER ROLE stepledger PASSWORD '${password}'`]
  await createCluster({ folder, binaries, user, signal }, statements)
  const port = await ownPort()
  const place = { folder, port, logFile: join(dataDir, 'postgres.log') }
  const postmaster = await startPostmaster(place, binaries, user, log, signal)
  const watch = removeAfterThisProcess(dataDir)
  return {
    url: `postgres://stepledger:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      await stopPostmaster(postmaster, log)
      watch.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

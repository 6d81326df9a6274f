import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries, packageOfPostgres } from '@stepledger/services/embedded-postgres/binaries.ts'
import { copyDir } from '@stepledger/services/embedded-postgres/embedded-postgres.ts'
import { createCluster } from '@stepledger/services/embedded-postgres/initdb.ts'
import { startPostmaster, stopPostmaster } from '@stepledger/services/embedded-postgres/postmaster.ts'
import { runAs } from '@stepledger/services/embedded-postgres/run-as.ts'
import { runProgram } from '@stepledger/services/embedded-postgres/run-program.ts'
import { singleUserArgs } from '@stepledger/services/embedded-postgres/settings.ts'
import { stopPostgresAfterThisProcess, type TestService } from '../services.ts'
import { ownPort } from './own-port.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }

/** A separate Postgres whose address has superuser rights, as that of the Postgres image: roles can be created. */
export async function superuserPostgres(): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-superuser-'))
  const folder = join(dataDir, 'postgres')
  const user = await runAs(folder)
  const linksDir = join(dataDir, 'postgres-libraries')
  const binaries = await findBinaries(await packageOfPostgres(), user, { linksDir, copyDir })
  const password = randomBytes(12).toString('hex')
  const { signal } = new AbortController()
  await createCluster(folder, binaries, user, signal, (draft, named) =>
    runProgram(binaries.postgres, singleUserArgs(draft, named), {
      folder: draft,
      user: named,
      env: binaries.env,
      doing: 'set the password of its superuser',
      input: `ALTER ROLE stepledger PASSWORD '${password}';\n\n`,
      signal,
    }),
  )
  const port = await ownPort()
  const place = { folder, port, logFile: join(dataDir, 'postgres.log') }
  const postmaster = await startPostmaster(place, binaries, user, log, signal)
  const watch = stopPostgresAfterThisProcess(dataDir)
  return {
    url: `postgres://stepledger:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      await stopPostmaster(postmaster, log)
      watch.kill('SIGKILL')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

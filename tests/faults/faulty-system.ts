import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@stepledger/services/embedded-postgres/embedded-postgres.ts'
import { type CuttableProxy, proxyTo } from '@stepledger/services/platform/ledger/testing/proxy.ts'
import { type Distributed, startDistributed } from '../../scripts/distributed/start-services.ts'
import { ownPort } from '../../scripts/services/own-port.ts'
import { makeBucket } from '../../scripts/services/s3.ts'
import type { OwnServer } from '../../scripts/services/server-kind.ts'
import { ownKafka, ownRedis, ownS3 } from '../../scripts/services.ts'
import { quiet } from '../system/distributed-system.ts'

/** The distributed engine on its own servers, which can be killed, behind proxies whose connections can be cut. */
export interface FaultySystem {
  readonly system: Distributed
  readonly kafka: OwnServer
  readonly redis: OwnServer
  readonly s3: OwnServer
  /** kill -9 of Postgres; its supervisor restarts it. */
  killPostgres(): Promise<void>
  readonly lines: {
    readonly kafka: CuttableProxy
    readonly redis: CuttableProxy
    readonly postgres: CuttableProxy
    readonly s3: CuttableProxy
  }
  /** Environment of the `ledger` command, with addresses that bypass the proxies. */
  readonly env: { readonly DATABASE_URL: string; readonly LEDGER_URL: string; readonly REDIS_URL: string }
  stop(): Promise<void>
}

export async function startFaultySystem(): Promise<FaultySystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-faults-'))
  const log = { info: () => {}, warn: () => {}, error: console.error }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const redis = await ownRedis()
  const s3 = await ownS3()
  // Clients connect to the advertised address of a broker, so it must be that of the proxy.
  const port = await ownPort()
  const kafkaLine = await proxyTo(`kafka://127.0.0.1:${port}`)
  const kafka = await ownKafka({ port, advertisedPort: Number(new URL(kafkaLine.url).port) })
  const lines = {
    kafka: kafkaLine,
    redis: await proxyTo(redis.url),
    postgres: await proxyTo(postgres.url),
    s3: await proxyTo(s3.url),
  }
  const storage = await makeBucket(lines.s3.url, 'faults')
  const ledger = new URL(kafka.url)
  ledger.host = new URL(kafkaLine.url).host
  const system = await startDistributed({
    env: {
      ...quiet,
      DATA_DIR: dataDir,
      DATABASE_URL: lines.postgres.url,
      MIGRATION_DATABASE_URL: postgres.ownerUrl,
      LEDGER_URL: `${ledger.href}?topics=make`,
      REDIS_URL: lines.redis.url,
      STORAGE_URL: storage.url,
      ...storage.environment,
    },
  })
  // Restart policy of the compose file: a process that exits, such as one that starts without a database, is restarted.
  for (const service of Object.values(system.services)) service.onEnd(() => service.start())
  return {
    system,
    kafka,
    redis,
    s3,
    lines,
    env: { DATABASE_URL: postgres.url, LEDGER_URL: ledger.href, REDIS_URL: redis.url },
    async killPostgres() {
      const [pid] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async stop() {
      await system.stop()
      for (const line of Object.values(lines)) await line.close()
      await kafka.stop()
      await redis.stop()
      await s3.stop()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

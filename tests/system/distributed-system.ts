import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeRedis, connectRedis, redisAnswers } from '@stepledger/services/platform/redis/ioredis.ts'
import { startDistributed } from '../../scripts/distributed/start-services.ts'
import { takeUploadsFrom } from '../../scripts/services/s3.ts'
import { kafkaForTests, ownRedis, s3ForTests, type TestService } from '../../scripts/services.ts'
import { databaseWithRoles } from '../deployment/service-roles.ts'
import { runLedger } from './ledger-command.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/** What every system in a test is told. */
export const quiet = { LOG_LEVEL: 'warn', RATE_LIMITS: 'off', DATA_EXPORT: 'off' }

/** Said by who lacks a right in the database, or the password of Redis. */
const refusals = /permission denied|NOAUTH|WRONGPASS/

/**
 * `env`: what the services are told besides; of PUBLIC_URL the host in front takes the port, and the bucket what its
 * pages send. Each service in a process of its own, as the compose file has them: with a role in the database for each
 * service, and a Redis that asks for a password. To stop it throws when one of them was refused something meanwhile.
 */
export async function distributedSystem(
  env: Readonly<Record<string, string>> = {},
): Promise<SystemUnderTest> {
  const database = await databaseWithRoles()
  const kafka = await kafkaForTests()
  const redis = await redisWithPassword()
  const s3 = await s3ForTests()
  const told = {
    ...quiet,
    ...env,
    ...s3.environment,
    LEDGER_URL: `${kafka.url}?topics=make`,
    REDIS_URL: redis.url,
    STORAGE_URL: s3.url,
  }
  // Of commands: what they write before it goes to the storage.
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-commands-'))
  const refused: string[] = []
  const { PUBLIC_URL: publicUrl } = env
  if (publicUrl !== undefined) await takeUploadsFrom(publicUrl, s3)
  const system = await startDistributed({
    env: told,
    ...(publicUrl !== undefined && { port: Number(new URL(publicUrl).port) }),
    envOf: (service) => ({ DATABASE_URL: database.urlOf(service) }),
    onLine: (name, line) => void (refusals.test(line) && refused.push(`${name}: ${line}`)),
  })
  return {
    url: system.url,
    ledger: (as, ...args) =>
      runLedger(dataDir, args, {
        ...told,
        DATABASE_URL: as === 'owner' ? database.url : database.urlOf(as),
      }),
    async stop() {
      const codes = Object.values(await system.stop())
      if (refused.length > 0) throw new Error(refused.join('\n'))
      return codes
    },
    async remove() {
      for (const server of [s3, redis, kafka, database]) await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function redisWithPassword(): Promise<TestService> {
  const { url, stop } = await ownRedis()
  const address = new URL(url)
  address.password = randomBytes(12).toString('hex')
  const redis = connectRedis({ url, log: console, name: 'test' })
  await redisAnswers(redis, 10_000)
  await redis.config('SET', 'requirepass', address.password)
  await closeRedis(redis)
  return { url: address.href, stop }
}

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeRedis, connectRedis, redisAnswers } from '@stepledger/services/platform/redis/ioredis.ts'
import { startDistributed } from '../../scripts/distributed/start-services.ts'
import { allowUploadsFrom } from '../../scripts/services/s3.ts'
import { kafkaForTests, ownRedis, s3ForTests, type TestService } from '../../scripts/services.ts'
import { databaseWithRoles } from '../deployment/service-roles.ts'
import { runBuiltLedger, runSeedProcess } from './ledger-process.ts'
import type { SystemUnderTest } from './system-under-test.ts'

/** Environment of every system in a test. */
export const quiet = { LOG_LEVEL: 'warn', RATE_LIMITS: 'off', DATA_EXPORT: 'off' }

/** Log lines of a denied permission in the database or a missing Redis password. */
const refusals = /permission denied|NOAUTH|WRONGPASS/

/**
 * Starts each service in its own process with its own database role, and a Redis with a password, as in the compose
 * file. `env`: further variables of the services; the port of PUBLIC_URL becomes that of the proxy in front, and its
 * origin is allowed in the bucket. Stopping throws when a service was denied a permission.
 */
export async function distributedSystem(
  env: Readonly<Record<string, string>> = {},
): Promise<SystemUnderTest> {
  const database = await databaseWithRoles()
  const kafka = await kafkaForTests()
  const redis = await redisWithPassword()
  const s3 = await s3ForTests()
  const commonEnv = {
    ...quiet,
    ...env,
    ...s3.environment,
    LEDGER_URL: `${kafka.url}?topics=make`,
    REDIS_URL: redis.url,
    STORAGE_URL: s3.url,
  }
  // Commands write exports there before they upload them.
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-commands-'))
  const refused: string[] = []
  const { PUBLIC_URL: publicUrl } = env
  if (publicUrl !== undefined) await allowUploadsFrom(publicUrl, s3)
  const system = await startDistributed({
    env: commonEnv,
    ...(publicUrl !== undefined && { port: Number(new URL(publicUrl).port) }),
    envOf: (service) => ({ DATABASE_URL: database.urlOf(service) }),
    onLine: (name, line) => void (refusals.test(line) && refused.push(`${name}: ${line}`)),
  })
  return {
    url: system.url,
    ledger: (as, ...args) =>
      runBuiltLedger(dataDir, args, {
        ...commonEnv,
        DATABASE_URL: as === 'owner' ? database.url : database.urlOf(as),
      }),
    seed: (...args) => runSeedProcess(dataDir, args, { ...commonEnv, DATABASE_URL: database.url }),
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

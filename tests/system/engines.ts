import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDistributed } from '../../scripts/distributed/start-services.ts'
import { caddyIsInstalled, howToGetCaddy } from '../../scripts/services/caddy.ts'
import {
  kafkaForTests,
  kafkaIsHere,
  postgresForTests,
  redisForTests,
  redisIsHere,
  requireOrSkip,
  s3ForTests,
  s3IsHere,
} from '../../scripts/services.ts'
import { startServer } from './server.ts'

/** A whole system, whichever engine it runs on. */
export interface SystemUnderTest {
  readonly url: string
  /** Stops every process as an operator does; the exit code of each. */
  stop(): Promise<readonly (number | null)[]>
  /** Removes what it wrote. */
  remove(): Promise<void>
}

export interface EngineUnderTest {
  readonly name: string
  /** Is all here that it needs? */
  readonly here: boolean
  start(env?: Readonly<Record<string, string>>): Promise<SystemUnderTest>
}

/** What every system in a test is told. */
export const quiet = { LOG_LEVEL: 'warn', RATE_LIMITS: 'off' }

const embedded: EngineUnderTest = {
  name: 'the embedded engine',
  here: true,
  async start(env = {}) {
    const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-system-'))
    const { url, stop } = await startServer(dataDir, env)
    return {
      url,
      stop: async () => [(await stop()).code],
      remove: () => rm(dataDir, { recursive: true, force: true }),
    }
  },
}

/** Can the distributed engine be had here? Says what is missing, if not. */
export async function distributedIsHere(): Promise<boolean> {
  const caddy = requireOrSkip((await caddyIsInstalled()) || null, 'Caddy', howToGetCaddy)
  return [caddy !== null, await kafkaIsHere(), await redisIsHere(), await s3IsHere()].every(Boolean)
}

const distributed: EngineUnderTest = {
  name: 'the distributed engine',
  here: await distributedIsHere(),
  async start(env = {}) {
    const postgres = await postgresForTests()
    const kafka = await kafkaForTests()
    const redis = await redisForTests()
    const s3 = await s3ForTests()
    const system = await startDistributed({
      env: {
        ...quiet,
        ...env,
        ...s3.environment,
        DATABASE_URL: postgres.url,
        LEDGER_URL: `${kafka.url}?topics=make`,
        REDIS_URL: redis.url,
        STORAGE_URL: s3.url,
      },
    })
    return {
      url: system.url,
      stop: async () => Object.values(await system.stop()),
      async remove() {
        for (const server of [s3, redis, kafka, postgres]) await server.stop()
      },
    }
  },
}

export const engines: readonly EngineUnderTest[] = [embedded, distributed]

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { caddyInstallHint, isCaddyInstalled } from '../../scripts/services/caddy.ts'
import { isKafkaAvailable, isRedisAvailable, isS3Available, requireOrSkip } from '../../scripts/services.ts'
import { distributedSystem } from './distributed-system.ts'
import { runBuiltLedger, runSeedProcess } from './ledger-process.ts'
import { startServer } from './server.ts'
import type { SystemUnderTest } from './system-under-test.ts'

export interface EngineUnderTest {
  readonly name: string
  /** Whether its dependencies are available. */
  readonly isAvailable: boolean
  /** Whether each service has its own process and database role. */
  readonly hasRoles: boolean
  start(env?: Readonly<Record<string, string>>): Promise<SystemUnderTest>
}

const embedded: EngineUnderTest = {
  name: 'the embedded engine',
  isAvailable: true,
  hasRoles: false,
  async start(env = {}) {
    const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-system-'))
    const { url, stop } = await startServer(dataDir, env)
    return {
      url,
      ledger: (_as, ...args) => runBuiltLedger(dataDir, args, env),
      seed: (...args) => runSeedProcess(dataDir, args, env),
      stop: async () => [(await stop()).code],
      remove: () => rm(dataDir, { recursive: true, force: true }),
    }
  },
}

/** Whether the distributed engine is available; prints what is missing. */
export async function isDistributedAvailable(): Promise<boolean> {
  const caddy = requireOrSkip((await isCaddyInstalled()) || null, 'Caddy', caddyInstallHint)
  return [caddy !== null, await isKafkaAvailable(), await isRedisAvailable(), await isS3Available()].every(
    Boolean,
  )
}

const distributed: EngineUnderTest = {
  name: 'the distributed engine',
  isAvailable: await isDistributedAvailable(),
  hasRoles: true,
  start: distributedSystem,
}

export const engines: readonly EngineUnderTest[] = [embedded, distributed]

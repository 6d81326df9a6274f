import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { startSystem } from '@stepledger/services/system.ts'
import { pino } from 'pino'
import { vi } from 'vitest'
import { postgresForTests } from '../../scripts/services.ts'
import { call } from '../system/client.ts'

export const publicUrl = 'https://scores.example'

/** A page as the build makes one, as far as heads are concerned. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="description" content="The description of every page." />
    <title>Stepledger</title>
    <script src="/before-app.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`

export interface LinkServer {
  readonly url: string
  readonly database: Database
  readonly dataDir: string
  stop(): Promise<void>
}

/** The whole system in this process with a small page as its website, reached as `publicUrl`. `env`: variables beside those. */
export async function startLinkServer(env: Readonly<Record<string, string>> = {}): Promise<LinkServer> {
  const postgres = await postgresForTests()
  const database = openDatabase({ url: postgres.url, maxConnections: 2 })
  const websiteDir = await mkdtemp(join(tmpdir(), 'stepledger-links-'))
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-data-'))
  await writeFile(join(websiteDir, 'index.html'), page)
  const system = await startSystem({
    config: readConfig({
      PORT: '0',
      PUBLIC_URL: publicUrl,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      ...env,
    }),
    log: pino({ level: 'silent' }),
    databaseUrl: postgres.url,
    only: new Set(['accounts', 'ingest', 'query', 'projector']),
    websiteDir,
    projectorWorker: null,
    packWorker: null,
    onDeath: (error) => {
      throw error
    },
  })
  const ready = async () => (await call(`${system.url}/health/ready`)).status === 200
  await vi.waitUntil(ready, { timeout: 60_000 })
  return {
    url: system.url,
    database,
    dataDir,
    async stop() {
      await system.stop()
      await database.close()
      await postgres.stop()
      await rm(websiteDir, { recursive: true, force: true })
      await rm(dataDir, { recursive: true })
    },
  }
}

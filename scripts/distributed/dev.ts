import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { caddyInstallHint, isCaddyInstalled } from '../services/caddy.ts'
import { isAvailable } from '../services/find-server.ts'
import { kafka } from '../services/kafka.ts'
import { redis } from '../services/redis.ts'
import { s3 } from '../services/s3.ts'
import { kafkaForTests, redisForTests, s3ForTests, temporaryPostgres } from '../services.ts'
import { type Distributed, type ProcessName, startDistributed } from './start-services.ts'

// The distributed engine for development: all servers start empty in temporary folders, which Ctrl-C removes. A service
// process that exits is restarted, as by a supervisor, and so is Caddy.

const port = Number(process.env.PORT || 8080)
const restartAfterMs = 500

async function missingPrograms(): Promise<string[]> {
  const caddy = (await isCaddyInstalled()) ? [] : [`Caddy: ${caddyInstallHint}`]
  const others = await Promise.all(
    [kafka, redis, s3].map(async (kind) =>
      (await isAvailable(kind)) ? [] : [`${kind.name}: ${kind.installHint}`],
    ),
  )
  return [...caddy, ...others.flat()]
}

const closings: (() => Promise<unknown>)[] = []
let ending = false

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  for (const close of closings.reverse()) await close().catch(() => {})
  process.exit(code)
}

async function opened<T extends { stop(): Promise<unknown> }>(server: Promise<T>): Promise<T> {
  closings.push(async () => (await server).stop())
  return server
}

function keepRunning({ services, front }: Distributed): void {
  front.onEnd(() => {
    if (ending) return
    print('Caddy has exited and is restarted')
    // Removes what is left of the old process first.
    setTimeout(() => void restartCaddy(front), restartAfterMs)
  })
  for (const service of Object.values(services))
    service.onEnd(() => {
      if (!ending) setTimeout(() => ending || service.start(), restartAfterMs)
    })
}

async function restartCaddy(front: Distributed['front']): Promise<void> {
  await front.kill()
  if (!ending) await front.start().catch((error: unknown) => print(errorMessage(error)))
}

async function run(): Promise<void> {
  const missing = await missingPrograms()
  if (missing.length > 0) throw new Error(`Missing:\n${missing.join('\n')}`)
  print('Starting Postgres, Kafka, Redis and S3')
  const postgres = await opened(temporaryPostgres())
  const broker = await opened(kafkaForTests())
  const cache = await opened(redisForTests())
  const storage = await opened(s3ForTests())
  print('Starting the services')
  const settings = {
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: postgres.url,
    LEDGER_URL: broker.url,
    REDIS_URL: cache.url,
    STORAGE_URL: storage.url,
    ...storage.environment,
  }
  const system = await opened(
    startDistributed({
      port,
      env: {
        ...settings,
        LOG_LEVEL: 'info',
        LEDGER_URL: `${broker.url}?topics=make`,
        // Caddy, on this machine.
        TRUST_PROXY: 'loopback',
      },
      onLine: (name: ProcessName, line) => process.stdout.write(`${name.padEnd(11)} ${line}\n`),
    }),
  )
  keepRunning(system)
  print(`All of Stepledger is at http://localhost:${port}
For the ledger command: ${Object.entries(settings)
    .map(([name, value]) => `${name}='${value}'`)
    .join(' ')}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))
run().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`)
  void end(1)
})

import { openHome } from './home.ts'
import { readOnly } from './only.ts'
import { ConfigError, readConfig } from './platform/config/config.ts'
import { makeLog } from './platform/config/log.ts'
import { startSystem } from './system.ts'

/** The one executable: runs any set of services in this process (`--only ingest,query`), all by default. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const only = readOnly(process.argv.slice(2))
  const log = makeLog(config)
  const home = await openHome(config, log)
  const system = await startSystem({
    config,
    log,
    databaseUrl: home.databaseUrl,
    only,
    websiteDir: new URL('./web/', import.meta.url).pathname,
    projectorWorker: new URL('./projector-worker.js', import.meta.url),
    onDeath: (error) => {
      log.fatal(error.message)
      process.exit(1)
    },
  })
  await home.describe(system.url)
  process.stdout.write(`Stepledger is at ${system.url}\n${system.description}; ${home.description}\n`)
  stopOnSignal(async () => {
    await system.stop()
    await home.close()
  })
}

/** Stops once, whatever signals come; whoever asks a second time does not want to wait. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : String(error))
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError || !(error instanceof Error)
  console.error(known ? String(error) : error.message)
  process.exit(1)
})

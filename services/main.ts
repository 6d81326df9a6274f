import { fileURLToPath } from 'node:url'
import { openHome } from './home.ts'
import { checkTogether, readOnly } from './only.ts'
import { ConfigError, readConfig } from './platform/config/config.ts'
import { makeLog } from './platform/config/log.ts'
import { startSystem } from './system.ts'

/** The one executable: runs any set of services in this process (`--only ingest,query`), all by default. */
async function main(): Promise<void> {
  const started = start()
  stopOnSignal(async () => {
    const { system, home } = await started
    await system.stop()
    await home.close()
  })
  const { system, home } = await started
  process.stdout.write(`Stepledger is at ${system.url}\n${system.description}; ${home.description}\n`)
}

async function start() {
  const config = readConfig(process.env)
  const only = readOnly(process.argv.slice(2))
  checkTogether(only, config)
  const log = makeLog(config)
  const home = await openHome(config, log)
  try {
    const system = await startSystem({
      config,
      log,
      databaseUrl: home.databaseUrl,
      only,
      websiteDir: fileURLToPath(new URL('./web/', import.meta.url)),
      projectorWorker: new URL('./projector-worker.js', import.meta.url),
      onDeath: (error) => {
        log.fatal(error.message)
        process.exit(1)
      },
    })
    await home.describe(system.url)
    return { system, home }
  } catch (error) {
    // A port that is taken, for example: nothing of ours stays behind.
    await home.close()
    throw error
  }
}

/** Longer than requests, batches and connections take to finish; whatever hangs then is left to the next start. */
const stopWithinMs = 20_000

/**
 * Stops once; whoever asks again after a second does not want to wait. Sooner it is the same wish: on Ctrl-C the terminal
 * signals us, and npm passes its own on.
 */
function stopOnSignal(stop: () => Promise<void>): void {
  let askedAt: number | null = null
  const onSignal = () => {
    if (askedAt !== null) {
      if (performance.now() - askedAt > 1_000) process.exit(1)
      return
    }
    askedAt = performance.now()
    setTimeout(() => {
      console.error(`did not stop within ${stopWithinMs / 1000} s`)
      process.exit(1)
    }, stopWithinMs).unref()
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

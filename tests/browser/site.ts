import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import { serviceNames } from '@stepledger/services/service-names.ts'
import { type Browser, chromium, type Page } from 'playwright-core'
import { readyPostgres } from '../../scripts/services/ready-postgres.ts'
import { chromiumPath, requireOrSkip } from '../../scripts/services.ts'
import { type CommandResult, runBuiltLedger } from '../system/ledger-process.ts'
import { startLocalSystem } from '../system/local-system.ts'
import { openVisits, type Visit } from './visits.ts'

export type { Visit }

const program = requireOrSkip(
  chromiumPath(),
  'Chromium',
  'install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH',
)

const leanChromium = new URL('chromium.sh', import.meta.url).pathname

/** True without a browser, for `describe.skipIf`. */
export const noBrowser = program === null

/** A running site, and a browser for it. */
export interface BrowsedSite {
  readonly url: string
  /** Opens a page with its own storage. `prepare` runs before the first request. */
  visit(path: string, visit?: Visit, prepare?: (page: Page) => Promise<unknown>): Promise<Page>
  /**
   * Errors of the pages since the last call: script errors, console errors and violations of the content security
   * policy.
   */
  takeErrors(): string[]
  /** Ends all visits; returns the errors since the last call. */
  endVisits(): Promise<string[]>
  close(): Promise<void>
}

/** A server with an empty ledger, and a browser. */
export interface Site extends BrowsedSite {
  readonly dataDir: string
  readonly database: Database
  /** Runs the built `ledger` command. */
  ledger(...args: string[]): Promise<CommandResult>
  /** Stops the server; the pages stay open. */
  stopServer(): Promise<void>
  /** Restarts it at the same address with the same data. */
  startServerAgain(): Promise<void>
}

/** Visits of a running site; closing them does not stop the site. */
export async function browseSite(url: string): Promise<BrowsedSite> {
  return browseWith(await sharedBrowser(), url)
}

const websiteDir = new URL('../../dist/web/', import.meta.url).pathname

/**
 * Starts all services in this process, to be visited: the built server takes three seconds of CPU time to start. `env`:
 * settings.
 */
export async function openSite(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-browser-'))
  const [postgres, browser] = await Promise.all([readyPostgres(), sharedBrowser()])
  const start = (PORT = '0') =>
    startLocalSystem({
      env: { CHECK_ANSWERS: 'off', DATA_EXPORT: 'off', ...env, PORT },
      only: serviceNames,
      websiteDir,
      databaseUrl: postgres.url,
      dataDir,
      hasWorkers: true,
    })
  let system: Awaited<ReturnType<typeof start>> | null = await start()
  const { url } = system
  const visited = browseWith(browser, url)
  const database = openDatabase({ url: postgres.url, maxConnections: 2 })
  const stopServer = async () => {
    await system?.stop()
    system = null
  }
  return {
    ...visited,
    dataDir,
    database,
    ledger: (...args) => runBuiltLedger(dataDir, args, { DATABASE_URL: postgres.url }),
    stopServer,
    async startServerAgain() {
      system = await start(new URL(url).port)
    },
    async close() {
      await visited.close()
      await stopServer()
      await database.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let shared: Promise<Browser> | null = null

/** One for all files of a worker, with which it ends: a start takes a second of CPU time. */
async function sharedBrowser(): Promise<Browser> {
  const running = await shared
  if (running?.isConnected()) return running
  shared = launch()
  return shared
}

function launch(): Promise<Browser> {
  // Chromium refuses to run sandboxed as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    executablePath: leanChromium,
    // In a locale that is not installed Chromium can't read files with names in other scripts.
    env: { ...process.env, LC_ALL: 'C.UTF-8', CHROMIUM: program ?? '' },
    args: [...sandbox, '--disable-dev-shm-usage'],
  })
}

function browseWith(browser: Browser, url: string): BrowsedSite {
  const errors: string[] = []
  const visits = openVisits(browser, url, (text) => errors.push(text))
  return {
    url,
    visit: visits.begin,
    takeErrors: () => errors.splice(0),
    async endVisits() {
      await visits.end()
      return errors.splice(0)
    },
    close: visits.close,
  }
}

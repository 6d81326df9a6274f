import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumPath, requireOrSkip } from '../../scripts/services.ts'
import { type Server, startServer } from '../system/server.ts'
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

/** The built server with an empty ledger, and a browser. */
export interface Site extends BrowsedSite {
  readonly dataDir: string
  /** Stops the server with SIGTERM; the pages stay open. */
  stopServer(): Promise<void>
  /** Restarts it at the same address with the same data. */
  startServerAgain(): Promise<void>
}

/** Visits of a running site; closing them does not stop the site. */
export async function browseSite(url: string): Promise<BrowsedSite> {
  return browseWith(await sharedBrowser(), url)
}

/** Starts a server for a test file, to be visited. `env`: settings of the server. */
export async function openSite(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-browser-'))
  const [first, browser] = await Promise.all([startServer(dataDir, env), sharedBrowser()])
  const { url } = first
  const visited = browseWith(browser, url)
  let server: Server | null = first
  const stopServer = async () => {
    await server?.stop()
    server = null
  }
  return {
    ...visited,
    dataDir,
    stopServer,
    async startServerAgain() {
      server = await startServer(dataDir, { ...env, PORT: new URL(url).port })
    },
    async close() {
      await visited.close()
      await stopServer()
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

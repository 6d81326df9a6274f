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

/** For `describe.skipIf`: there is no browser to test with. */
export const noBrowser = program === null

/** A site that runs somewhere, and a browser to look at it. */
export interface Visited {
  readonly url: string
  /**
   * A new visitor with storage of its own, at an address of the site. `prepare`: what happens before the first request.
   */
  visit(path: string, visit?: Visit, prepare?: (page: Page) => Promise<unknown>): Promise<Page>
  /** What the pages have complained of since the last call: script errors, broken rules of the security policy. */
  takeTroubles(): string[]
  /** Ends all visits; gives back the troubles that are left. */
  endVisits(): Promise<string[]>
  close(): Promise<void>
}

/** The built server with an empty ledger, and a browser to look at it. */
export interface Site extends Visited {
  readonly dataDir: string
  /** SIGTERM to the server; the pages stay open. */
  stopServer(): Promise<void>
  /** Starts it again, at the same address and with the same data. */
  startServerAgain(): Promise<void>
}

/** A browser for a site that runs already; closing it leaves the site alone. */
export async function visitSite(url: string): Promise<Visited> {
  return visitWith(await launch(), url)
}

/** Starts one for a whole test file. `env`: settings of the server. */
export async function openSite(env: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-browser-'))
  const [first, browser] = await Promise.all([startServer(dataDir, env), launch()])
  const { url } = first
  const visited = visitWith(browser, url)
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

function launch(): Promise<Browser> {
  // Chromium refuses its sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({
    executablePath: leanChromium,
    env: { ...process.env, CHROMIUM: program ?? '' },
    args: [...sandbox, '--disable-dev-shm-usage'],
  })
}

function visitWith(browser: Browser, url: string): Visited {
  const troubles: string[] = []
  const visits = openVisits(browser, url, (text) => troubles.push(text))
  return {
    url,
    visit: visits.begin,
    takeTroubles: () => troubles.splice(0),
    async endVisits() {
      await visits.end()
      return troubles.splice(0)
    },
    close: () => browser.close(),
  }
}

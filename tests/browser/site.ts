import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { chromiumPath, requireOrSkip } from '../../scripts/services.ts'
import { type Server, startServer } from '../system/server.ts'
import { openVisits, type Visit } from './visits.ts'

export type { Visit }

const program = requireOrSkip(
  chromiumPath(),
  'Chromium',
  'install it (Debian: apt-get install chromium), or set CHROMIUM_PATH',
)

/** For `describe.skipIf`: there is no browser to test with. */
export const noBrowser = program === null

/** The built server with an empty ledger, and a browser to look at it. */
export interface Site {
  readonly url: string
  readonly dataDir: string
  /** A new visitor with storage of its own, at an address of the site. `prepare`: what happens before the first request. */
  visit(path: string, visit?: Visit, prepare?: (page: Page) => Promise<unknown>): Promise<Page>
  /** What the pages have complained of since the last call: script errors, broken rules of the security policy. */
  takeTroubles(): string[]
  /** Ends all visits; gives back the troubles that are left. */
  endVisits(): Promise<string[]>
  /** SIGTERM to the server; the pages stay open. */
  stopServer(): Promise<void>
  /** Starts it again, at the same address and with the same data. */
  startServerAgain(): Promise<void>
  close(): Promise<void>
}

/** Starts one for a whole test file. */
export async function openSite(): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-browser-'))
  // Chromium refuses its sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const [first, browser] = await Promise.all([
    startServer(dataDir),
    chromium.launch({ executablePath: program ?? '', args: [...sandbox, '--disable-dev-shm-usage'] }),
  ])
  const { url } = first
  let server: Server | null = first
  const troubles: string[] = []
  const visits = openVisits(browser, url, (text) => troubles.push(text))
  const stopServer = async () => {
    await server?.stop()
    server = null
  }
  return {
    url,
    dataDir,
    visit: visits.begin,
    takeTroubles: () => troubles.splice(0),
    async endVisits() {
      await visits.end()
      return troubles.splice(0)
    },
    stopServer,
    async startServerAgain() {
      server = await startServer(dataDir, { PORT: new URL(url).port })
    },
    async close() {
      await browser.close()
      await stopServer()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

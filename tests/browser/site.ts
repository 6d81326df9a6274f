import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumPath, requireOrSkip } from '../../scripts/services.ts'
import { type Server, startServer } from '../system/server.ts'
import { patience } from './eventually.ts'
import { troublesOf } from './troubles.ts'

const program = requireOrSkip(
  chromiumPath(),
  'Chromium',
  'install it (Debian: apt-get install chromium), or set CHROMIUM_PATH',
)

/** For `describe.skipIf`: there is no browser to test with. */
export const noBrowser = program === null

/** How somebody looks at the site. */
export interface Visit {
  /** CSS px; 390 is a phone with a touch screen. 1280 unless told. */
  readonly width?: 1280 | 390
  readonly theme?: string
  /** Signed in: the token of an earlier visit. */
  readonly token?: string
  readonly reducedMotion?: boolean
}

/** The built server with an empty ledger, and a browser to look at it. */
export interface Site {
  readonly url: string
  readonly dataDir: string
  /** A new visitor with storage of its own, at an address of the site. `prepare`: what happens before the first request. */
  visit(path: string, visit?: Visit, prepare?: (page: Page) => Promise<unknown>): Promise<Page>
  /** What the pages have complained of since the last call: script errors, broken rules of the security policy. */
  takeTroubles(): string[]
  /** Closes all pages; gives back the troubles that are left. */
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
  const [first, browser] = await Promise.all([startServer(dataDir), startBrowser()])
  const { url } = first
  let server: Server | null = first
  const troubles: string[] = []
  const stopServer = async () => {
    await server?.stop()
    server = null
  }
  return {
    url,
    dataDir,
    async visit(path, visit = {}, prepare = async () => {}) {
      const context = await browser.newContext(contextOf(url, visit))
      context.setDefaultTimeout(patience)
      const page = await context.newPage()
      troublesOf(page, (text) => troubles.push(text))
      await prepare(page)
      await page.goto(url + path)
      return page
    },
    takeTroubles: () => troubles.splice(0),
    async endVisits() {
      await Promise.all(browser.contexts().map((context) => context.close()))
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

function startBrowser(): Promise<Browser> {
  // Chromium refuses its sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: program ?? '', args: [...sandbox, '--disable-dev-shm-usage'] })
}

function contextOf(origin: string, { width = 1280, theme, token, reducedMotion = false }: Visit) {
  const kept = { ...(theme ? { theme } : {}), ...(token ? { authToken: token } : {}) }
  const phone = width === 390
  return {
    viewport: { width, height: phone ? 844 : 800 },
    isMobile: phone,
    hasTouch: phone,
    reducedMotion: reducedMotion ? ('reduce' as const) : ('no-preference' as const),
    locale: 'en-US',
    timezoneId: 'UTC',
    storageState: {
      cookies: [],
      origins: [{ origin, localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }],
    },
  }
}

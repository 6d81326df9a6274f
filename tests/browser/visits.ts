import type { Browser, Page } from 'playwright-core'
import { withLong } from '../length.ts'
import { patience } from './eventually.ts'
import { reportErrors } from './page-errors.ts'

/** Screen, preferences and session of a visitor. */
export interface Visit {
  /** CSS px; 390 is a phone with a touch screen. 1280 by default. */
  readonly width?: 1280 | 390
  readonly theme?: string
  /** Session token of a signed-in visitor. */
  readonly token?: string
  readonly reducedMotion?: boolean
  /** Signing in shows the passkey suggestion; by default it was dismissed just now. */
  readonly passkeySuggested?: boolean
}

/** Widths of the tests that look at both, which a short run does on a desktop. */
export const widths = withLong<1280 | 390>([1280], [390])

type Prepare = (page: Page) => Promise<unknown>

/**
 * A file without scripts. Between visits a page stays at the site, so that its process and the compiled scripts of the
 * site are kept, which halves the CPU time of the next visit.
 */
const restingPath = '/icon.svg'

/**
 * Visitors with their own page, storage and cookies. A context without `prepare` is wiped and reused, because creating
 * one takes a second of CPU time.
 */
export function openVisits(browser: Browser, url: string, onError: (text: string) => void) {
  const idle = new Map<string, Page[]>()
  const open: { page: Page; kind: string | null }[] = []

  const newPage = async (visit: Visit): Promise<Page> => {
    const context = await browser.newContext({
      ...screenOf(visit),
      reducedMotion: visit.reducedMotion ? 'reduce' : 'no-preference',
      locale: 'en-US',
      timezoneId: 'UTC',
    })
    context.setDefaultTimeout(patience)
    const page = await context.newPage()
    reportErrors(page, onError)
    return page
  }

  return {
    async begin(path: string, visit: Visit = {}, prepare?: Prepare): Promise<Page> {
      const kind = `${visit.width ?? 1280} ${visit.reducedMotion ?? false}`
      const kept = prepare ? undefined : idle.get(kind)?.pop()
      const page = kept ?? (await newPage(visit))
      open.push({ page, kind: prepare ? null : kind })
      await page.setViewportSize(screenOf(visit).viewport)
      if (!kept) await page.goto(url + restingPath)
      await page.evaluate((entries) => {
        for (const [name, value] of entries) localStorage.setItem(name, value)
      }, localStorageOf(visit))
      await prepare?.(page)
      await page.goto(url + path)
      return page
    },

    /** Ends all visits. */
    async end(): Promise<void> {
      const leaving = open.splice(0).map(async ({ page, kind }) => {
        if (kind === null || page.isClosed() || !(await wipe(page, url))) return page.context().close()
        idle.set(kind, [...(idle.get(kind) ?? []), page])
      })
      await Promise.all(leaving)
    },

    /** Ends all visits, and removes their pages. */
    async close(): Promise<void> {
      const pages = [...open.splice(0).map(({ page }) => page), ...[...idle.values()].flat()]
      idle.clear()
      await Promise.all(pages.map((page) => page.context().close()))
    },
  }
}

/** Removes the visitor's state. False if the site does not answer. */
async function wipe(page: Page, url: string): Promise<boolean> {
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page)
  await Promise.all(others.map((other) => other.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  page.removeAllListeners('request')
  const answer = await page.goto(url + restingPath).catch(() => null)
  if (!answer?.ok()) return false
  await page.context().clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  return true
}

function screenOf({ width = 1280 }: Visit) {
  const phone = width === 390
  return { viewport: { width, height: phone ? 844 : 800 }, isMobile: phone, hasTouch: phone }
}

/** Local storage of the visitor. */
function localStorageOf({ theme, token, passkeySuggested }: Visit): [name: string, value: string][] {
  const kept = {
    ...(theme ? { theme } : {}),
    ...(token ? { authToken: token } : {}),
    ...(passkeySuggested ? {} : { passkeySuggestionDismissedAt: new Date().toISOString() }),
  }
  return Object.entries(kept)
}

import type { Browser, Page } from 'playwright-core'
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

type Prepare = (page: Page) => Promise<unknown>

/**
 * Visitors with their own page, storage and cookies. A context without `prepare` is wiped and reused, because creating
 * one takes a second of CPU time and wiping a fifth of it.
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
      await page
        .context()
        .setStorageState({ cookies: [], origins: [{ origin: url, localStorage: localStorageOf(visit) }] })
      await prepare?.(page)
      await page.goto(url + path)
      return page
    },

    /** Ends all visits. */
    async end(): Promise<void> {
      const leaving = open.splice(0).map(async ({ page, kind }) => {
        if (kind === null || page.isClosed()) return page.context().close()
        await wipe(page)
        idle.set(kind, [...(idle.get(kind) ?? []), page])
      })
      await Promise.all(leaving)
    },
  }
}

/** Removes the visitor's state, except local storage and cookies, which the next visit overwrites. */
async function wipe(page: Page): Promise<void> {
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page)
  await Promise.all(others.map((other) => other.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  page.removeAllListeners('request')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
}

function screenOf({ width = 1280 }: Visit) {
  const phone = width === 390
  return { viewport: { width, height: phone ? 844 : 800 }, isMobile: phone, hasTouch: phone }
}

/** Local storage of the visitor. */
function localStorageOf({ theme, token, passkeySuggested }: Visit): { name: string; value: string }[] {
  const kept = {
    ...(theme ? { theme } : {}),
    ...(token ? { authToken: token } : {}),
    ...(passkeySuggested ? {} : { passkeySuggestionDismissedAt: new Date().toISOString() }),
  }
  return Object.entries(kept).map(([name, value]) => ({ name, value }))
}

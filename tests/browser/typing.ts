import type { Locator, Page } from 'playwright-core'

/** `prepare` of a visit: installs a fake clock for `typeWithoutPause`. */
export function withClock(page: Page): Promise<void> {
  return page.clock.install()
}

/**
 * Types letter by letter while the page's clock is paused, so that no debounce timer fires in between on a slow
 * machine.
 */
export async function typeWithoutPause(box: Locator, text: string): Promise<void> {
  const { clock } = box.page()
  // The clock can only be paused at a future time.
  const pausedAt = (await box.page().evaluate(() => Date.now())) + 60_000
  await clock.pauseAt(pausedAt)
  await box.pressSequentially(text)
  await clock.resume()
}

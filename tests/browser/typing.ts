import type { Locator, Page } from 'playwright-core'

/** For `prepare` of a visit: gives the page a clock that `typeInOneGo` can stop. */
export function withClock(page: Page): Promise<void> {
  return page.clock.install()
}

/**
 * Types letter by letter while the page's clock stands still: however slow the machine is, between two letters nothing
 * rests.
 */
export async function typeInOneGo(box: Locator, text: string): Promise<void> {
  const { clock } = box.page()
  // It can only be stopped at a time that is still to come.
  const soon = (await box.page().evaluate(() => Date.now())) + 60_000
  await clock.pauseAt(soon)
  await box.pressSequentially(text)
  await clock.resume()
}

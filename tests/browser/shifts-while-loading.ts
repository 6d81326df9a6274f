import type { Locator } from 'playwright-core'
import { eventually } from './eventually.ts'
import { layoutShifts, nextPaint, recordLayoutShifts } from './page-checks.ts'
import type { BrowsedSite, Visit } from './site.ts'

/**
 * The layout shifts of a page whose calls to `call` are answered after the loading state was painted, as on a slow
 * connection. `checkLoading` is called with the text shown while loading.
 */
export async function shiftsWhileLoading(
  site: BrowsedSite,
  path: string,
  visit: Visit,
  call: RegExp,
  checkLoading: (loading: Locator) => Promise<void> = async () => {},
): Promise<unknown> {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const page = await site.visit(path, visit, async (fresh) => {
    await recordLayoutShifts(fresh)
    await fresh.route(call, async (route) => {
      await held
      await route.continue()
    })
  })
  const loading = page.getByRole('main').getByText('Loading…').first()
  await loading.waitFor({ state: 'attached' })
  await nextPaint(page)
  await checkLoading(loading)
  arrive()
  await eventually(() => page.getByText('Loading…').count()).toBe(0)
  await page.evaluate(() => document.fonts.ready)
  await nextPaint(page)
  const shifts = await layoutShifts(page)
  await page.context().close()
  return shifts
}

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isLong } from '../length.ts'
import { applyTheme, horizontalOverflow, resize, violations } from './page-checks.ts'

/** Tables in the dark theme, cards in the light one. */
const desktop = [1280, 'arrow-blue'] as const
const phone = [390, 'winter'] as const
export const bothLooks = [desktop, phone] as const

/**
 * No axe violation and no horizontal overflow, on a phone; in a long run on a desktop as well. `also`: further checks at
 * each width. Afterwards the window has its width again.
 */
export async function expectClean(
  page: Page,
  also: (width: number) => Promise<void> = async () => {},
  looks: readonly (typeof desktop | typeof phone)[] = isLong ? bothLooks : [phone],
): Promise<void> {
  const before = page.viewportSize()?.width ?? 1280
  for (const [width, theme] of looks) {
    await resize(page, width)
    await applyTheme(page, theme)
    expect([width, await violations(page), await horizontalOverflow(page)]).toEqual([width, [], 0])
    await also(width)
  }
  await resize(page, before)
}

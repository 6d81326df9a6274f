import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { applyTheme, horizontalOverflow, resize, violations } from './page-checks.ts'

/**
 * No axe violation and no horizontal overflow, on a desktop in dark and on a phone in light. `also`: further checks at
 * each width.
 */
export async function expectCleanAtBothWidths(
  page: Page,
  also?: (width: number) => Promise<void>,
): Promise<void> {
  for (const [width, theme] of [
    [1280, 'arrow-blue'],
    [390, 'winter'],
  ] as const) {
    await resize(page, width)
    await applyTheme(page, theme)
    expect([width, await violations(page), await horizontalOverflow(page)]).toEqual([width, [], 0])
    await also?.(width)
  }
}

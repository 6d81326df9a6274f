import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What axe finds wrong with a page as it stands, a line for each rule. `rules`: only these; all of them, unless told. */
export async function violations(page: Page, rules: string[] = []): Promise<string[]> {
  // There are no frames, for which the other mode opens a page of its own each time.
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  const found = await (rules.length > 0 ? builder.withRules(rules) : builder).analyze()
  return found.violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, any }) => {
      const why = id === 'color-contrast' ? ` (${any[0]?.message})` : ''
      return `${target.join(' ')}${why}`
    })
    return `${id}: ${places.join(' | ')}`
  })
}

/** Puts a theme on the page as choosing it would, and waits until its colours have come to rest. */
export async function wear(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  }, theme)
}

/** Makes the window as wide as told, and waits until it is painted so. */
export async function widen(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

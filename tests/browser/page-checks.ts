import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Locator, Page } from 'playwright-core'

/** What axe finds wrong with a page as it stands, a line for each rule. `rules`: only these; all of them by default. */
export async function violations(page: Page, rules: string[] = []): Promise<string[]> {
  // Once a document, instead of at each look, as axe's own runner has it: four times as fast.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  await rested(page)
  const options: RunOptions = { resultTypes: ['violations'], ...(rules.length > 0 ? { runOnly: rules } : {}) }
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, ${JSON.stringify(options)}).then((results) => results.violations)`,
  )
  return found.map(({ id, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, any }) => {
      const why = id === 'color-contrast' ? ` (${any[0]?.message})` : ''
      return `${target.join(' ')}${why}`
    })
    return `${id}: ${places.join(' | ')}`
  })
}

/** When all that lands or fades has come to rest: colours are not judged on their way. */
function rested(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  )
}

/** By how many px the page is wider than its window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** The texts that have less room than they need. */
export function cutShort(texts: Locator): Promise<string[]> {
  return texts.evaluateAll((shown) =>
    shown.flatMap((text) => (text.scrollWidth > text.clientWidth ? [text.textContent ?? ''] : [])),
  )
}

/** Puts a theme on the page as choosing it would; its colours come at once, not in a fifth of a second. */
export async function wear(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    const calm = new CSSStyleSheet()
    calm.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets = [calm]
    document.documentElement.dataset.theme = name
  }, theme)
}

/** What is wrong with a page on A4: words for each thing that only a screen has, and what axe finds. */
export async function troublesOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  try {
    await widen(page, 794)
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const pressed = await page
      .locator('header, footer, nav, input, select, .btn, .pin button, summary')
      .filter({ visible: true })
      .allInnerTexts()
    return [
      ...(paper === 'rgb(255, 255, 255)' ? [] : [`paper is ${paper}`]),
      ...((await overhang(page)) === 0 ? [] : ['wider than the paper']),
      ...pressed.map((text) => `can only be pressed: ${text}`),
      ...(await violations(page, ['color-contrast'])),
    ]
  } finally {
    await page.emulateMedia({ media: null })
  }
}

/** Makes the window as wide as told, and waits until it is painted so. */
export async function widen(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
  await painted(page)
}

/** Two frames: what was drawn is on the screen. */
export function painted(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Notes every layout shift that nobody's hand caused, with what moved. */
export function noteShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const noted: string[] = []
    Object.assign(window, { noted })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || !Array.isArray(entry.sources)) continue
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName
          return `${name} from ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`
        })
        noted.push(`${Number(entry.value).toFixed(4)}: ${moved.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Those that were noted. */
export async function shifts(page: Page): Promise<unknown> {
  return page.evaluate(() => Object.entries(window).find(([name]) => name === 'noted')?.[1])
}

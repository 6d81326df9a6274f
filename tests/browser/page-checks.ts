import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Locator, Page } from 'playwright-core'

/** Their colours are those of the first rows. */
const furtherRows = ':is(tbody tr, li.cardrow):nth-child(n + 6):not(.own, .rival)'

/**
 * Violations that axe finds in the current page, a line per rule. `rules`: checks only these, in the first rows of each
 * table; all by default.
 */
export async function violations(page: Page, rules: string[] = []): Promise<string[]> {
  // Injected once per document: four times as fast as injecting for every check, as axe's own runner does.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source)
  await animationsFinished(page)
  const few = rules.length > 0
  const options: RunOptions = { resultTypes: ['violations'], ...(few ? { runOnly: rules } : {}) }
  const context = few ? { exclude: [furtherRows] } : { include: ['html'] }
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then((results) => results.violations)`,
  )
  return found.map(({ id, nodes }) => {
    const places = nodes.slice(0, 5).map(({ target, any }) => {
      const why = id === 'color-contrast' ? ` (${any[0]?.message})` : ''
      return `${target.join(' ')}${why}`
    })
    return `${id}: ${places.join(' | ')}`
  })
}

/** Waits for finite animations: colours are not checked in the middle of a transition. */
function animationsFinished(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  )
}

/** Horizontal overflow of the page, px. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Texts that are cut off at the end of a line, or after their last line. */
export function truncatedTexts(texts: Locator): Promise<string[]> {
  return texts.evaluateAll((shown) =>
    shown.flatMap((text) =>
      text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight + 4
        ? [text.textContent ?? '']
        : [],
    ),
  )
}

/** Applies a theme as choosing it would, but without colour transitions. */
export async function applyTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate((name) => {
    const calm = new CSSStyleSheet()
    calm.replaceSync('* { transition: none !important }')
    document.adoptedStyleSheets = [calm]
    document.documentElement.dataset.theme = name
  }, theme)
}

/** Problems of the print layout on A4: controls that are still visible, overflow and contrast. */
export async function printProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  try {
    await resize(page, 794)
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const pressed = await page
      .locator('header, footer, nav, input, select, .btn, .pin button, summary')
      .filter({ visible: true })
      .allInnerTexts()
    return [
      ...(paper === 'rgb(255, 255, 255)' ? [] : [`paper is ${paper}`]),
      ...((await horizontalOverflow(page)) === 0 ? [] : ['wider than the paper']),
      ...pressed.map((text) => `can only be pressed: ${text}`),
      ...(await violations(page, ['color-contrast'])),
    ]
  } finally {
    await page.emulateMedia({ media: null })
  }
}

/** Resizes the window, and waits until it is painted. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
  await nextPaint(page)
}

/** Waits two frames, so that everything drawn is on the screen. */
export function nextPaint(page: Page): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/** Records every layout shift without user input, with the elements that moved. */
export function recordLayoutShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const recorded: string[] = []
    Object.assign(window, { noted: recorded })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || !Array.isArray(entry.sources)) continue
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName
          return `${name} from ${previousRect.x},${previousRect.y} to ${currentRect.x},${currentRect.y}`
        })
        recorded.push(`${Number(entry.value).toFixed(4)}: ${moved.join(' | ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The recorded layout shifts. */
export async function layoutShifts(page: Page): Promise<unknown> {
  return page.evaluate(() => Object.entries(window).find(([name]) => name === 'noted')?.[1])
}

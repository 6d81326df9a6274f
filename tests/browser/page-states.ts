import type { Page } from 'playwright-core'

/** The part of a page's state that depends on the rules. */
export interface PageState {
  /** The percentages in each section, from top to bottom, by its heading. */
  readonly scores: Readonly<Record<string, readonly string[]>>
  /** Loading and error texts. */
  readonly notices: readonly string[]
}

/** Records every distinct state of the page from its first moment on, however short. */
export function recordStates(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const states: string[] = []
    const recordState = () => {
      const parts = [...document.querySelectorAll('main section')].map((part) => [
        part.querySelector('h1, h2')?.textContent ?? '',
        [...part.querySelectorAll('.sc')].map((score) => score.textContent),
      ])
      const alerts = [...document.querySelectorAll('main [role=alert]')].map((alert) => alert.textContent)
      const loading = document.body?.textContent?.includes('Loading…') ? ['Loading…'] : []
      const state = JSON.stringify({ scores: Object.fromEntries(parts), notices: [...alerts, ...loading] })
      if (state !== states.at(-1)) states.push(state)
    }
    new MutationObserver(recordState).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    Object.assign(window, { states })
  })
}

/** The recorded states, the current one last. Keeps only the current one. */
export async function takeStates(page: Page): Promise<PageState[]> {
  return page.evaluate(() => {
    const recorded: unknown = Object.entries(window).find(([name]) => name === 'states')?.[1]
    if (!Array.isArray(recorded)) throw new Error('the states of this page are not recorded')
    const texts = recorded.splice(0, recorded.length, recorded.at(-1))
    return texts.map((text) => JSON.parse(text))
  })
}

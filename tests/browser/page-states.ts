import type { Page } from 'playwright-core'

/** What a page shows at a moment, as far as rules decide it. */
export interface PageState {
  /** By the title of a part of the page: the percents in it, from top to bottom. */
  readonly scores: Readonly<Record<string, readonly string[]>>
  /** Words of something that is on its way, or went wrong. */
  readonly troubles: readonly string[]
}

/**
 * Notes every state that the page comes to be in from its first moment on, however short, each once until another
 * follows.
 */
export function noteStates(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const states: string[] = []
    const note = () => {
      const parts = [...document.querySelectorAll('main section')].map((part) => [
        part.querySelector('h1, h2')?.textContent ?? '',
        [...part.querySelectorAll('.sc')].map((score) => score.textContent),
      ])
      const alerts = [...document.querySelectorAll('main [role=alert]')].map((alert) => alert.textContent)
      const loading = document.body?.textContent?.includes('Loading…') ? ['Loading…'] : []
      const state = JSON.stringify({ scores: Object.fromEntries(parts), troubles: [...alerts, ...loading] })
      if (state !== states.at(-1)) states.push(state)
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { states })
  })
}

/** The states so far, the last one being what is there now. They are forgotten but for that. */
export async function takeStates(page: Page): Promise<PageState[]> {
  return page.evaluate(() => {
    const noted: unknown = Object.entries(window).find(([name]) => name === 'states')?.[1]
    if (!Array.isArray(noted)) throw new Error('nobody notes the states of this page')
    const texts = noted.splice(0, noted.length, noted.at(-1))
    return texts.map((text) => JSON.parse(text))
  })
}

import type { Locator, Page } from 'playwright-core'

/** The row or card of a play, in whichever lists it stands. */
export function rowOf(page: Page | Locator, playId: number): Locator {
  const link = `a[href="/play/${playId}"]`
  return page.locator(`tr:has(${link}), li:has(${link})`)
}

/** A titled part of a page. */
export function panel(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

/** One of H.EX, EX and ITG on the first toggle there is. */
export function boardChoice(page: Page | Locator, label: 'H.EX' | 'EX' | 'ITG'): Locator {
  return page
    .getByRole('radiogroup', { name: 'Leaderboard' })
    .first()
    .getByRole('radio', { name: new RegExp(`^${label}`) })
}

/** What is said to be wrong with a field, by an element that the field names as its description; null: nothing. */
export function errorOf(page: Page, label: string): Promise<string | null> {
  return page.getByLabel(label).evaluate((field) => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    const described = ids.map((id) => document.getElementById(id))
    return described.find((text) => text?.role === 'alert')?.textContent ?? null
  })
}

/** Path and query of where a page is. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

import type { Locator, Page } from 'playwright-core'

/** The row or card of a play, in all lists that contain it. */
export function rowOf(page: Page | Locator, playId: number): Locator {
  const link = `a[href="/play/${playId}"]`
  return page.locator(`tr:has(${link}), li:has(${link})`)
}

/** A section, by its heading. */
export function panel(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

/** H.EX, EX or ITG on the first board switch. */
export function boardChoice(page: Page | Locator, label: 'H.EX' | 'EX' | 'ITG'): Locator {
  return page
    .getByRole('radiogroup', { name: 'Leaderboard' })
    .first()
    .getByRole('radio', { name: new RegExp(`^${label}`) })
}

/** The error message of a field, by its aria-describedby; null without one. */
export function errorOf(page: Page, label: string): Promise<string | null> {
  return page.getByLabel(label).evaluate((field) => {
    const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
    const described = ids.map((id) => document.getElementById(id))
    return described.find((text) => text?.role === 'alert')?.textContent ?? null
  })
}

/** Path and query of the page's address. */
export function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

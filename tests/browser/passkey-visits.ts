import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { applyTheme, horizontalOverflow, resize, violations } from './page-checks.ts'
import type { BrowsedSite, Visit } from './site.ts'
import { addAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts'

/** A visit whose browser has a virtual authenticator. */
export async function visitWithAuthenticator(
  site: BrowsedSite,
  path: string,
  visit: Visit = {},
): Promise<[Page, VirtualAuthenticator]> {
  const keys: VirtualAuthenticator[] = []
  const page = await site.visit(path, visit, async (fresh) => {
    keys.push(await addAuthenticator(fresh))
  })
  const [key] = keys
  if (!key) throw new Error('no virtual authenticator')
  return [page, key]
}

/** Clears the browser's session token; the session itself stays valid. */
export function forgetSession(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const name of ['authToken', 'user']) localStorage.removeItem(name)
  })
}

/** No axe violation and no horizontal overflow, on a desktop in dark and on a phone in light. */
export async function expectClean(page: Page): Promise<void> {
  for (const [width, theme] of [
    [1280, 'arrow-blue'],
    [390, 'winter'],
  ] as const) {
    await resize(page, width)
    await applyTheme(page, theme)
    expect([width, await violations(page), await horizontalOverflow(page)]).toEqual([width, [], 0])
  }
  await resize(page, 1280)
}

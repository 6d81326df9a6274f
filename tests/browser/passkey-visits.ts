import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { overhang, violations, wear, widen } from './page-checks.ts'
import type { Visit, Visited } from './site.ts'
import { plugIn, type VirtualKey } from './virtual-key.ts'

/** A visit whose browser has a virtual authenticator. */
export async function visitWithKey(
  site: Visited,
  path: string,
  visit: Visit = {},
): Promise<[Page, VirtualKey]> {
  const keys: VirtualKey[] = []
  const page = await site.visit(path, visit, async (fresh) => {
    keys.push(await plugIn(fresh))
  })
  const [key] = keys
  if (!key) throw new Error('there is no key')
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
    await widen(page, width)
    await wear(page, theme)
    expect([width, await violations(page), await overhang(page)]).toEqual([width, [], 0])
  }
  await widen(page, 1280)
}

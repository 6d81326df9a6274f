import type { Page } from 'playwright-core'
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

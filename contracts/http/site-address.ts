import { siteAddresses } from './routes.ts'

const patterns = siteAddresses.map(
  (address) =>
    new RegExp(
      `^${address.replace(/\/:\w+\?$/, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}/?$`.replace('//?$', '/?$'),
    ),
)

/** Whether the web app has a page at this path, with or without a trailing slash. */
export function isSiteAddress(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

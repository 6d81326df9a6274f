/** Every address of the web app, as React Router writes it: at any other one the server answers 404 with the page. */
export const siteAddresses = [
  '/',
  '/login',
  '/register',
  '/chart/:chartHash?',
  '/play/:playId?',
  '/user/:userId',
  '/packs',
  '/pack/:id',
  '/charts',
  '/help',
  '/privacy',
  '/leaderboards/overall',
  '/user',
  '/profile',
  '/pack-uploader',
] as const

const patterns = siteAddresses.map(
  (address) =>
    new RegExp(
      `^${address.replace(/\/:\w+\?$/, '(/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}/?$`.replace('//?$', '/?$'),
    ),
)

/** Whether the web app has a page at this path, with or without a slash at its end. */
export function isSiteAddress(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

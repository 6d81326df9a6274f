/** Every path of the web app, in the syntax of React Router. Other paths respond with the app and status 404. */
export const siteAddresses = [
  '/',
  '/login',
  '/register',
  '/verify-email',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/confirm-deletion',
  '/chart/:chartHash?',
  '/play/:playId?',
  '/session/:playId',
  '/user/:userId',
  '/user/:userId/progress',
  '/user/:userId/sessions',
  '/overlay/:userId',
  '/overlay/event/:slug',
  '/packs',
  '/pack/:id?',
  '/charts',
  '/help',
  '/link',
  '/privacy',
  '/data',
  '/leaderboards/overall',
  '/event',
  '/events',
  '/events/new',
  '/events/drafts/:id',
  '/event/:slug',
  '/event/:slug/organise',
  '/user',
  '/profile',
  '/rivals',
  '/rivals/:userId',
  '/notifications',
  '/what-to-play',
  '/pack-uploader',
  '/admin',
] as const

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

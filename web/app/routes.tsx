import type { RouteObject } from 'react-router-dom'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { ErrorPage } from './error-page.tsx'
import { loadPart } from './load-part.ts'
import { NotFoundPage } from './not-found-page.tsx'
import type { PageRoute } from './page-route.ts'
import { Protected } from './protected.tsx'
import { Shell } from './shell/shell.tsx'

const features = import.meta.glob<{ routes: readonly PageRoute[] }>('../features/*/routes.ts', {
  eager: true,
})
const pages = Object.values(features).flatMap(({ routes }) => routes)

const framed = pages.filter(({ bare }) => !bare)

/** A bare page lies on something else: nothing is shown before it. */
function Nothing() {
  return null
}

function routeOf({ path, page }: PageRoute): RouteObject {
  // As one function: of an object of functions the router keeps a failure to itself, and shows an empty page.
  return { path, lazy: async () => ({ Component: await loadPart(page) }) }
}

/**
 * Fetches the parts of the program that pages are made of, one after the other; ends at the first that does not arrive.
 */
export async function fetchAllParts(): Promise<void> {
  for (const { page } of pages) await page()
}

/** Every address of the site. */
export const routes: RouteObject[] = [
  {
    path: '/',
    Component: Shell,
    ErrorBoundary: ErrorPage,
    HydrateFallback: LoadingScreen,
    children: [
      {
        ErrorBoundary: ErrorPage,
        children: [
          ...framed.filter(({ needsSession }) => !needsSession).map(routeOf),
          { Component: Protected, children: framed.filter(({ needsSession }) => needsSession).map(routeOf) },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
  ...pages
    .filter(({ bare }) => bare)
    .map((page) => ({ ...routeOf({ ...page, path: `/${page.path}` }), HydrateFallback: Nothing })),
]

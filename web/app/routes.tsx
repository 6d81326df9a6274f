import type { RouteObject } from 'react-router-dom'
import type { Prefetch } from '../api/prefetch.ts'
import { LoadingScreen } from '../ui/loading-screen.tsx'
import { ErrorPage } from './error-page.tsx'
import { loadChunk } from './load-chunk.ts'
import { NotFoundPage } from './not-found-page.tsx'
import type { PageRoute } from './page-route.ts'
import { Protected } from './protected.tsx'
import { Shell } from './shell/shell.tsx'

const features = import.meta.glob<{ routes: readonly PageRoute[] }>('../features/*/routes.ts', {
  eager: true,
})
const pages = Object.values(features).flatMap(({ routes }) => routes)

const framed = pages.filter(({ bare }) => !bare)

/** The fallback of a bare page, which overlays other content: it renders nothing while loading. */
function Nothing() {
  return null
}

function routeOf({ path, page, readsFirst }: PageRoute, prefetch: Prefetch): RouteObject {
  // `lazy` as one function: with an object of functions the router swallows a failure and shows an empty page.
  const route: RouteObject = { path, lazy: async () => ({ Component: await loadChunk(page) }) }
  if (!readsFirst) return route
  return {
    ...route,
    // The router runs the loader in parallel with loading the page's chunk.
    loader: ({ params, request }) => {
      readsFirst(prefetch, { params, search: new URL(request.url).searchParams })
      return null
    },
    shouldRevalidate: () => false,
  }
}

/** Prefetches the chunks of all pages, one at a time; rejects at the first failure. */
export async function prefetchChunks(): Promise<void> {
  for (const { page } of pages) await page()
}

/** All routes of the site. */
export function routesOf(prefetch: Prefetch): RouteObject[] {
  const routed = (list: readonly PageRoute[]) => list.map((page) => routeOf(page, prefetch))
  return [
    {
      path: '/',
      Component: Shell,
      ErrorBoundary: ErrorPage,
      HydrateFallback: LoadingScreen,
      children: [
        {
          ErrorBoundary: ErrorPage,
          children: [
            ...routed(framed.filter(({ needsSession }) => !needsSession)),
            { Component: Protected, children: routed(framed.filter(({ needsSession }) => needsSession)) },
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
    ...routed(pages.filter(({ bare }) => bare).map((page) => ({ ...page, path: `/${page.path}` }))).map(
      (route) => ({ ...route, HydrateFallback: Nothing }),
    ),
  ]
}

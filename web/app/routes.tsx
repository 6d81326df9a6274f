import { useEffect, useRef } from 'react'
import { Navigate, Outlet, type RouteObject, useLocation, useRouteError } from 'react-router-dom'
import { errorText } from '../api/call-error.ts'
import type { Prefetch } from '../api/prefetch.ts'
import { useSession } from '../sign-in/use-session.ts'
import { ErrorBanner } from '../ui/error-banner.tsx'
import { LoadingScreen, LoadingSign } from '../ui/loading-screen.tsx'
import { NotFound } from '../ui/page-state.tsx'
import { ChunkError, loadChunk } from './load-chunk.ts'
import type { PageRoute } from './page-route.ts'
import { Shell } from './shell/shell.tsx'
import { useDependencies } from './use-dependencies.ts'

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

function NotFoundPage() {
  return (
    <NotFound
      title="Page not found"
      text="There's no page at this address."
      way={{ to: '/', words: 'Back to Home' }}
    />
  )
}

/**
 * Guards pages that need an account: visitors are redirected to /login and back. A logout redirects to the home page.
 * Until the server has confirmed the stored session, the page waits.
 */
function Protected() {
  const { token, ready, ending } = useSession()
  const location = useLocation()
  const wasSignedIn = useRef(token !== null)
  if (token !== null) {
    wasSignedIn.current = true
    return ready ? <Outlet /> : <WaitingForServer />
  }
  if (wasSignedIn.current && ending === 'logout') return <Navigate to="/" replace />
  return <Navigate to="/login" state={{ from: location }} replace />
}

function WaitingForServer() {
  return (
    <div className="grid min-h-[60dvh] content-center justify-items-center gap-4 text-center">
      <LoadingSign />
      <div role="status">
        <h1 className="text-lg font-bold">We can't reach the server right now</h1>
        <p className="mute mt-1">You're still signed in. Trying again…</p>
      </div>
    </div>
  )
}

/** The error boundary of the routes, for a page that threw or whose chunk could not be loaded. Retry reloads the site. */
function ErrorPage() {
  const error = useRouteError()
  return (
    <div className="wrap py-10">
      {error instanceof ChunkError ? (
        <ChunkMissing />
      ) : (
        <ErrorBanner
          {...errorText(error, 'Something went wrong on this page')}
          onRetry={() => window.location.reload()}
        />
      )}
    </div>
  )
}

/** Reloads only once the server answers: a reload during an outage would leave the browser's own error page. */
function ChunkMissing() {
  const { outage } = useDependencies()
  useEffect(() => {
    outage.noticed()
    return outage.onBack(() => window.location.reload())
  }, [outage])
  return (
    <ErrorBanner
      text="This page could not be loaded"
      detail="We can't reach the server. The page will load when it's back."
      onRetry={outage.tryNow}
    />
  )
}

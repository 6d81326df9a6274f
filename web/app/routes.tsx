import { useEffect, useRef } from 'react'
import { matchPath, Navigate, Outlet, type RouteObject, useLocation, useRouteError } from 'react-router-dom'
import { errorText } from '../api/call-error.ts'
import type { Prefetch } from '../api/use-call.ts'
import { useSession } from '../sign-in/use-session.ts'
import { LoadingScreen, LoadingSign, NotFound } from '../ui/page.tsx'
import { ErrorBanner } from '../ui/states.tsx'
import { barePages, type Page, type PageAddress, privatePages, publicPages } from './pages.ts'
import { Shell } from './shell/shell.tsx'
import { useDependencies } from './use-dependencies.ts'

/** The fallback of a bare page, which overlays other content: it renders nothing while loading. */
function Nothing() {
  return null
}

export interface FirstReads {
  readonly prefetch: Prefetch
  readonly viewing: () => Pick<PageAddress, 'board' | 'viewer'>
}

function routeOf({ path, load, readsFirst }: Page, { prefetch, viewing }: FirstReads): RouteObject {
  // `lazy` as one function: with an object of functions the router swallows a failure and shows an empty page.
  const route: RouteObject = { path, lazy: async () => ({ Component: await loadChunk(load) }) }
  if (!readsFirst) return route
  return {
    ...route,
    // The router runs the loader in parallel with loading the page's chunk.
    loader: ({ params, request }) => {
      readsFirst(prefetch, { params, search: new URL(request.url).searchParams, ...viewing() })
      return null
    },
    shouldRevalidate: () => false,
  }
}

const absolute = (pages: readonly Page[]) => pages.map((page) => ({ ...page, path: `/${page.path}` }))
const linked = absolute([...publicPages, ...privatePages, ...barePages]).filter(
  ({ path }) => path !== '/admin',
)

/** Loads the page of a link while the pointer or the focus is on it, so that a click finds it loaded. */
export function prefetchLinkedPages(document: Document): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || link.origin !== document.location.origin) return
    const page = linked.find(({ path }) => matchPath(path, link.pathname) !== null)
    // A failure is reported when the page is opened.
    page?.load().catch(() => undefined)
  }
  document.addEventListener('pointerover', prefetch, { passive: true })
  document.addEventListener('focusin', prefetch)
}

export function routesOf(reads: FirstReads): RouteObject[] {
  const routed = (list: readonly Page[]) => list.map((page) => routeOf(page, reads))
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
            ...routed(publicPages),
            { Component: Protected, children: routed(privatePages) },
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
    ...routed(absolute(barePages)).map((route) => ({ ...route, HydrateFallback: Nothing })),
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
 * Without a stored user, the page waits until the server has confirmed the session.
 */
function Protected() {
  const { token, user, ready, ending } = useSession()
  const location = useLocation()
  const wasSignedIn = useRef(token !== null)
  if (token !== null) {
    wasSignedIn.current = true
    return ready || user !== null ? <Outlet /> : <WaitingForServer />
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

export class ChunkError extends Error {
  override readonly name = 'ChunkError'
}

const timeoutMs = 15_000

/** Loads a lazy chunk. Throws ChunkError on failure or timeout. */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('The page took too long to load.')), timeoutMs)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(error instanceof Error ? error.message : '')
  } finally {
    clearTimeout(timer)
  }
}

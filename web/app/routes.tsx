import { type ComponentType, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import {
  matchPath,
  matchRoutes,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useNavigate,
  useRoutes,
} from 'react-router-dom'
import { errorText } from '../api/call-error.ts'
import type { Prefetch } from '../api/use-call.ts'
import { useSession } from '../sign-in/use-session.ts'
import { LoadingPage, LoadingSign, NotFound } from '../ui/page.tsx'
import { ErrorBanner } from '../ui/states.tsx'
import { barePages, type Page, type PageAddress, privatePages, publicPages } from './pages.ts'
import { Shell } from './shell/shell.tsx'
import { useDependencies } from './use-dependencies.ts'

const allPages = [...publicPages, ...privatePages, ...barePages].map((page) => ({
  path: `/${page.path}`,
  page,
}))

export function pageAt(pathname: string): Page | undefined {
  return matchRoutes(allPages, pathname)?.at(-1)?.route.page
}

/** Loads the page of a link while the pointer or the focus is on it, so that a click finds it loaded. */
export function prefetchLinkedPages(document: Document): void {
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || link.origin !== document.location.origin) return
    const page = pageAt(link.pathname)
    // A failure is reported when the page is opened.
    if (page?.path !== 'admin') page?.load().catch(() => undefined)
  }
  document.addEventListener('pointerover', prefetch, { passive: true })
  document.addEventListener('focusin', prefetch)
}

export interface FirstReads {
  readonly prefetch: Prefetch
  readonly viewing: () => Pick<PageAddress, 'board' | 'viewer'>
  readonly location: Pick<Location, 'pathname' | 'search'>
}

type LoadPage = (page: Page) => Promise<{ readonly default: ComponentType }>

/** Returns a function that loads a page once, and meanwhile what it reads first at the current address. */
export function pageLoader({ prefetch, viewing, location }: FirstReads): LoadPage {
  const loading = new Map<Page, ReturnType<LoadPage>>()
  const begin = (page: Page) => {
    const { pathname, search } = location
    const params = matchPath(`/${page.path}`, pathname)?.params ?? {}
    page.readsFirst?.(prefetch, { params, search: new URLSearchParams(search), ...viewing() })
    const loaded = loadChunk(page.load).then((component) => ({ default: component }))
    loading.set(page, loaded)
    return loaded
  }
  return (page) => loading.get(page) ?? begin(page)
}

export function routesOf(componentOf: (page: Page) => ComponentType): RouteObject[] {
  const routed = (list: readonly Page[]): RouteObject[] =>
    list.map((page) => ({ path: page.path, Component: componentOf(page) }))
  return [
    {
      Component: PageErrors,
      children: [
        {
          Component: Shell,
          children: [
            {
              Component: PageErrors,
              children: [
                {
                  Component: Guarded,
                  children: [
                    ...routed(publicPages),
                    ...routed(privatePages),
                    { path: '*', Component: NotFoundPage },
                  ],
                },
              ],
            },
          ],
        },
        ...routed(barePages),
      ],
    },
  ]
}

export function Pages({ routes }: { readonly routes: RouteObject[] }) {
  useRefusedSession()
  // Bare pages overlay other content: they show nothing while they load.
  return <Suspense fallback={null}>{useRoutes(routes)}</Suspense>
}

/** After a 401: navigates to /login with a way back. */
function useRefusedSession() {
  const isRefused = useSession().ending === 'refused'
  const location = useLocation()
  const navigate = useNavigate()
  const signIn = useEffectEvent(() => {
    // A private page has redirected already.
    if (window.location.pathname !== '/login') void navigate('/login', { state: { from: location } })
  })
  useEffect(() => {
    if (isRefused) signIn()
  }, [isRefused])
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
function Guarded() {
  const { token, user, ready, ending } = useSession()
  const location = useLocation()
  // Outside of Suspense, which would forget it when a page is left while it loads.
  const signedInAt = useRef<string>(null)
  useEffect(() => {
    if (token !== null) signedInAt.current = location.key
  }, [token, location.key])
  const page = pageAt(location.pathname)
  if (page !== undefined && privatePages.includes(page)) {
    if (token === null)
      return ending === 'logout' && signedInAt.current === location.key ? (
        <Navigate to="/" replace />
      ) : (
        <Navigate to="/login" state={{ from: location }} replace />
      )
    if (!ready && user === null) return <WaitingForServer />
  }
  return (
    <Suspense fallback={<LoadingPage />}>
      <Outlet />
    </Suspense>
  )
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

/** Shows the error of a page that threw or whose chunk could not be loaded, until the next navigation. */
function PageErrors() {
  return (
    <ErrorBoundary FallbackComponent={ErrorPage} resetKeys={[useLocation().key]}>
      <Outlet />
    </ErrorBoundary>
  )
}

/** Retry reloads the site. */
function ErrorPage({ error }: FallbackProps) {
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

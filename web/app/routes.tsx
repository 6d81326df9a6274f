import { type ComponentType, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
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
import { LoadingSign, NotFound } from '../ui/page.tsx'
import { ErrorBanner } from '../ui/states.tsx'
import { barePages, type Page, type PageAddress, privatePages, publicPages } from './pages.ts'
import { Shell } from './shell/shell.tsx'
import { useDependencies } from './use-dependencies.ts'

const allPages = [...publicPages, ...privatePages, ...barePages].map((page) => ({
  path: `/${page.path}`,
  page,
}))

function pageAt(pathname: string): Page | undefined {
  return matchRoutes(allPages, pathname)?.at(-1)?.route.page
}

export interface FirstReads {
  readonly prefetch: Prefetch
  readonly viewing: () => Pick<PageAddress, 'board' | 'viewer'>
  readonly location: Pick<Location, 'pathname' | 'search'>
}

/** The scripts of pages, each loaded once. */
export interface PageScripts {
  /** Loads a script, and meanwhile what the page at this address reads first. */
  readonly load: (page: Page) => Promise<ComponentType>
  readonly loaded: (page: Page) => ComponentType | undefined
  /** Resolves once the script of this address is loaded, or has failed. */
  readonly first: () => Promise<unknown>
}

export function pageScripts({ prefetch, viewing, location }: FirstReads): PageScripts {
  const loading = new Map<Page, Promise<ComponentType>>()
  const loaded = new Map<Page, ComponentType>()
  const begin = (page: Page) => {
    const { pathname, search } = location
    const params = matchPath(`/${page.path}`, pathname)?.params ?? {}
    page.readsFirst?.(prefetch, { params, search: new URLSearchParams(search), ...viewing() })
    const script = loadChunk(page.load)
    loading.set(page, script)
    // A failure is shown in the place of the page.
    script.then(
      (component) => loaded.set(page, component),
      () => undefined,
    )
    return script
  }
  const load = (page: Page) => loading.get(page) ?? begin(page)
  return {
    load,
    loaded: (page) => loaded.get(page),
    async first() {
      const page = pageAt(location.pathname)
      await (page && load(page).catch(() => undefined))
    },
  }
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

export function routesOf(scripts: PageScripts): RouteObject[] {
  const routed = (list: readonly Page[]) =>
    list.map((page) => ({
      path: page.path,
      element: (
        <PageErrors>
          <PageOf page={page} scripts={scripts} />
        </PageErrors>
      ),
    }))
  return [
    {
      path: '/',
      element: <Shell />,
      children: [
        ...routed(publicPages),
        { element: <Protected />, children: routed(privatePages) },
        { path: '*', element: <NotFoundPage /> },
      ],
    },
    // Bare pages overlay other content: they render nothing while they load.
    ...routed(barePages).map(({ path, element }) => ({
      path: `/${path}`,
      element: <Suspense fallback={null}>{element}</Suspense>,
    })),
  ]
}

export function Pages({ scripts }: { readonly scripts: PageScripts }) {
  const [routes] = useState(() => routesOf(scripts))
  useRefusedSession()
  return <PageErrors>{useRoutes(routes)}</PageErrors>
}

function PageOf({ page, scripts }: { readonly page: Page; readonly scripts: PageScripts }) {
  const Component = scripts.loaded(page) ?? use(scripts.load(page))
  return <Component />
}

/** After a 401: navigates to /login with a way back. */
function useRefusedSession() {
  const { token, ending } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  const isHandled = useRef(false)
  const isRefused = token === null && ending === 'refused'
  useEffect(() => {
    if (isRefused && !isHandled.current && location.pathname !== '/login')
      void navigate('/login', { state: { from: location } })
    isHandled.current = isRefused
  }, [isRefused, location, navigate])
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

/** Shows what a page threw in its place until the next navigation. Retry reloads the site. */
function PageErrors({ children }: { readonly children: ReactNode }) {
  const { key } = useLocation()
  return (
    <ErrorBoundary FallbackComponent={ErrorPage} resetKeys={[key]}>
      {children}
    </ErrorBoundary>
  )
}

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

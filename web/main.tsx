import './theme/styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { waitForServer } from './api/outage.ts'
import { prefetchInto } from './api/use-call.ts'
import { createDependencies } from './app/dependencies.ts'
import { prefetchLinkedPages, routesOf } from './app/routes.tsx'
import { type Dependencies, DependenciesContext } from './app/use-dependencies.ts'
import { startSession } from './sign-in/session-store.ts'

/**
 * The longest that the first paint waits, ms, for what has been requested before the app ran: the page's script, its
 * first reads and a preloaded font. It prevents painting a skeleton for some frames.
 */
const firstPaintTimeoutMs = 300

const dependencies = createDependencies(window)
const router = createBrowserRouter(
  routesOf({
    prefetch: prefetchInto(dependencies.queries, dependencies.call),
    viewing: () => ({
      board: dependencies.activeBoard.get(),
      viewer: dependencies.session.get().user?.id ?? null,
    }),
  }),
)
watchSession(dependencies, router)
void startSession(dependencies.session, dependencies.call, {
  wait: (ms) => waitForServer(dependencies.outage, ms),
  random: Math.random,
})

const ready = pageReady(router, dependencies)
await Promise.race([
  Promise.all([fontReady(document.fonts), ready]),
  new Promise((resolve) => setTimeout(resolve, firstPaintTimeoutMs)),
])

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={dependencies.queries}>
      <DependenciesContext value={dependencies}>
        <RouterProvider router={router} />
      </DependenciesContext>
    </QueryClientProvider>
  </StrictMode>,
)

prefetchLinkedPages(document)
void ready.then(() => requestFont(document.documentElement))

/** Resolves once a preloaded font has loaded, which prevents a layout shift after the first paint. */
async function fontReady(fonts: FontFaceSet): Promise<void> {
  if (document.querySelector('link[as="font"]') === null) return
  // A failed font load must not block the page.
  await fonts.load('1rem "Archivo Variable"').catch(() => {})
}

/** Requests the font, if before-app.js has not, once the page is painted. Browsers without idle callbacks preload it. */
function requestFont({ classList }: HTMLElement): void {
  if (classList.contains('font-later')) requestIdleCallback(() => classList.remove('font-later'))
}

type Router = ReturnType<typeof createBrowserRouter>

/** Resolves once the page's script and its first reads have loaded. */
function pageReady(router: Router, { queries }: Dependencies): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!router.state.initialized || queries.isFetching() > 0) return
      for (const end of ends) end()
      resolve()
    }
    const ends = [router.subscribe(check), queries.getQueryCache().subscribe(check)]
    check()
  })
}

/**
 * When a session ends, removes private queries from the cache. After a 401, navigates to /login with a way back.
 */
function watchSession({ session, queries }: Dependencies, router: Router) {
  let token = session.get().token
  session.subscribe(() => {
    const now = session.get()
    if (now.token === token) return
    token = now.token
    if (token !== null) return
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'private' })
    const { location } = router.state
    if (now.ending === 'refused' && location.pathname !== '/login') {
      void router.navigate('/login', { state: { from: location } })
    }
  })
}

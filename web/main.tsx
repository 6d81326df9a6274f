import './theme/styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { waitForServer } from './api/outage.ts'
import { prefetchInto } from './api/use-call.ts'
import { createDependencies } from './app/dependencies.ts'
import { Pages, pageAt, pageLoader, prefetchLinkedPages, routesOf } from './app/routes.tsx'
import { type Dependencies, DependenciesContext } from './app/use-dependencies.ts'
import { startSession } from './sign-in/session-store.ts'

/**
 * The longest that the first paint waits, ms, for what has been requested before the app ran: the page's script, its
 * first reads and a preloaded font. It prevents painting a skeleton for some frames.
 */
const firstPaintTimeoutMs = 300

const dependencies = createDependencies(window)
const loadPage = pageLoader({
  prefetch: prefetchInto(dependencies.queries, dependencies.call),
  viewing: () => ({
    board: dependencies.activeBoard.get(),
    viewer: dependencies.session.get().user?.id ?? null,
  }),
  location: window.location,
})
const firstPage = pageAt(window.location.pathname)
forgetEndedSessions(dependencies)
void startSession(dependencies.session, dependencies.call, {
  wait: (ms) => waitForServer(dependencies.outage, ms),
  random: Math.random,
})

// Rendered at once if it has loaded by then: a lazy component would be rendered twice, with a loading page in between.
let firstComponent: ComponentType | undefined
const ready = loadFirstPage()
await Promise.race([
  Promise.all([fontReady(document.fonts), ready]),
  new Promise((resolve) => setTimeout(resolve, firstPaintTimeoutMs)),
])
const routes = routesOf((page) =>
  page === firstPage && firstComponent !== undefined ? firstComponent : lazy(() => loadPage(page)),
)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
const app = (
  <StrictMode>
    <QueryClientProvider client={dependencies.queries}>
      <DependenciesContext value={dependencies}>
        <BrowserRouter>
          <Pages routes={routes} />
        </BrowserRouter>
      </DependenciesContext>
    </QueryClientProvider>
  </StrictMode>
)
createRoot(root).render(app)

prefetchLinkedPages(document)
void ready.then(() => requestFont(document.documentElement))

/** Resolves once the page's script and its first reads have loaded, or failed. */
async function loadFirstPage(): Promise<void> {
  if (firstPage === undefined) return
  // A failure is reported when the page is rendered.
  const script = await loadPage(firstPage).catch(() => undefined)
  firstComponent = script?.default
  await readsDone(dependencies)
}

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

/** Resolves once no read is on its way. */
async function readsDone({ queries }: Dependencies): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = () => {
      if (queries.isFetching() > 0) return
      end()
      resolve()
    }
    const end = queries.getQueryCache().subscribe(check)
    check()
  })
}

/** When a session ends, removes private queries from the cache. */
function forgetEndedSessions({ session, queries }: Dependencies) {
  session.subscribe(() => {
    if (session.get().token === null)
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'private' })
  })
}

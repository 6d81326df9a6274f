import './theme/styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { waitForServer } from './api/outage.ts'
import { prefetchInto } from './api/use-call.ts'
import { createDependencies } from './app/dependencies.ts'
import { Pages, pageScripts, prefetchLinkedPages } from './app/routes.tsx'
import { type Dependencies, DependenciesContext } from './app/use-dependencies.ts'
import { startSession } from './sign-in/session-store.ts'

/**
 * The longest that the first paint waits, ms, for what has been requested before the app ran: the page's script, its
 * first reads and a preloaded font. It prevents painting a skeleton for some frames.
 */
const firstPaintTimeoutMs = 300

const dependencies = createDependencies(window)
const scripts = pageScripts({
  prefetch: prefetchInto(dependencies.queries, dependencies.call),
  viewing: () => ({
    board: dependencies.activeBoard.get(),
    viewer: dependencies.session.get().user?.id ?? null,
  }),
  location: window.location,
})
forgetEndedSessions(dependencies)
void startSession(dependencies.session, dependencies.call, {
  wait: (ms) => waitForServer(dependencies.outage, ms),
  random: Math.random,
})

const ready = pageReady(scripts.first(), dependencies)
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
        <BrowserRouter>
          <Pages scripts={scripts} />
        </BrowserRouter>
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

/** Resolves once the page's script and its first reads have loaded. */
async function pageReady(script: Promise<unknown>, { queries }: Dependencies): Promise<void> {
  await script
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
  let { token } = session.get()
  session.subscribe(() => {
    const before = token
    token = session.get().token
    if (before !== null && token === null)
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'private' })
  })
}

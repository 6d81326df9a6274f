import './theme/styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { waitForServer } from './api/outage.ts'
import { prefetchInto } from './api/prefetch.ts'
import { createDependencies } from './app/dependencies.ts'
import { fontReady } from './app/font-ready.ts'
import { prefetchLinkedPages, routesOf } from './app/routes.tsx'
import { DependenciesContext } from './app/use-dependencies.ts'
import { watchSession } from './app/watch-session.ts'
import { startSession } from './sign-in/session-start.ts'

const dependencies = createDependencies(window)
const router = createBrowserRouter(routesOf(prefetchInto(dependencies.queries, dependencies.call)))
watchSession(dependencies, router)
void startSession(dependencies.session, dependencies.call, {
  wait: (ms) => waitForServer(dependencies.outage, ms),
  random: Math.random,
})

await fontReady(document.fonts)

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

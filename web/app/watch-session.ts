import type { createBrowserRouter } from 'react-router-dom'
import type { Parts } from './providers.tsx'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * When a session ends, what only its player may see leaves the cache; one that the server refused leads to /login, and
 * back after.
 */
export function watchSession({ session, queries }: Parts, router: Router) {
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

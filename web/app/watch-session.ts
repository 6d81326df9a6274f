import type { createBrowserRouter } from 'react-router-dom'
import type { Dependencies } from './use-dependencies.ts'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * When a session ends, removes private queries from the cache. After a 401, navigates to /login with a way back.
 */
export function watchSession({ session, queries }: Dependencies, router: Router) {
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

import { useLocation } from 'react-router-dom'

/**
 * The state of links to /login and /register, by which a visitor comes back to this page; those two pages hand on their
 * own.
 */
export function useLoginState(): unknown {
  const location = useLocation()
  const { pathname, state } = location
  return pathname === '/login' || pathname === '/register' ? state : { from: location }
}

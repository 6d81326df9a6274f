import { useLocation } from 'react-router-dom'

/**
 * The router state of links to /login and /register, which leads back to this page after login. Those two pages pass on
 * their own.
 */
export function useLoginState(): unknown {
  const location = useLocation()
  const { pathname, state } = location
  return pathname === '/login' || pathname === '/register' ? state : { from: location }
}

import { useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useSession } from '../session/use-session.ts'

/** Pages that need an account: others go to /login and come back after. Who logs out here goes home instead. */
export function Protected() {
  const { token, ending } = useSession()
  const location = useLocation()
  const wasSignedIn = useRef(token !== null)
  if (token !== null) {
    wasSignedIn.current = true
    return <Outlet />
  }
  if (wasSignedIn.current && ending === 'logout') return <Navigate to="/" replace />
  return <Navigate to="/login" state={{ from: location }} replace />
}

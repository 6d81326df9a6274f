import { useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useSession } from '../sign-in/use-session.ts'
import { LoadingSign } from '../ui/loading-screen.tsx'

/**
 * Guards pages that need an account: visitors are redirected to /login and back. A logout redirects to the home page.
 * Until the server has confirmed the stored session, the page waits.
 */
export function Protected() {
  const { token, ready, ending } = useSession()
  const location = useLocation()
  const wasSignedIn = useRef(token !== null)
  if (token !== null) {
    wasSignedIn.current = true
    return ready ? <Outlet /> : <WaitingForServer />
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

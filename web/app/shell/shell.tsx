import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { LiveSign } from '../../live/live-sign.tsx'
import { ProofDialog } from '../../sign-in/proof-dialog.tsx'
import { useSession } from '../../sign-in/use-session.ts'
import { LoadingPage, LoadingScreen } from '../../ui/loading-screen.tsx'
import { Footer } from './footer.tsx'
import { MomentLine } from './moment-line.tsx'
import { NavBar } from './nav-bar.tsx'
import { useRouteChange } from './use-route-change.ts'
import { useScrollPosition } from './use-scroll-position.ts'

/**
 * The frame of every page. Shows a loading screen while the stored session is checked. When the server can't be
 * reached, public pages are shown.
 */
export function Shell() {
  const { ready, retrying } = useSession()
  const main = useRouteChange()
  useScrollPosition()
  if (!ready && !retrying) return <LoadingScreen />
  return (
    <>
      <div className="flex min-h-dvh flex-col">
        <a href="#main" className="btn btn-primary absolute -top-20 left-2 z-40 focus:top-2">
          Skip to content
        </a>
        <NavBar />
        <main ref={main} id="main" tabIndex={-1} className="wrap grow pt-4 outline-none md:pt-6">
          <Suspense fallback={<LoadingPage />}>
            <Outlet />
          </Suspense>
        </main>
        <Footer />
      </div>
      <LiveSign />
      <MomentLine />
      <ProofDialog />
    </>
  )
}

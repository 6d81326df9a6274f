import { getPlayMoment } from '@stepledger/contracts/http/play-moment.ts'
import { getSite } from '@stepledger/contracts/http/site.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ServerMessage } from '@stepledger/contracts/push/messages.ts'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { useCall, useRead } from '../../api/use-call.ts'
import { LiveSign } from '../../live/live-sign.tsx'
import { useTopic } from '../../live/use-topic.ts'
import { useActiveBoardStore } from '../../parts/leaderboard/use-active-board.ts'
import { ProofDialog } from '../../sign-in/proof-dialog.tsx'
import { useSession, useUser } from '../../sign-in/use-session.ts'
import { LoadingPage, LoadingScreen } from '../../ui/loading-screen.tsx'
import { momentText } from './moment-text.ts'
import { NavBar } from './nav-bar.tsx'
import { useScrollPosition } from './use-scroll-position.ts'

/**
 * The frame of every page. Shows a loading screen while a stored session without a stored user is checked. When the
 * server can't be reached, public pages are shown.
 */
export function Shell() {
  const { ready, retrying, user } = useSession()
  const main = useRouteChange()
  useScrollPosition()
  if (!ready && !retrying && user === null) return <LoadingScreen />
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

function Footer() {
  const chat = useRead(getSite, {}).data?.communityChat ?? null
  return (
    <footer className="mt-6 border-t border-line bg-base-100 md:mt-10">
      <div className="wrap mute flex flex-wrap items-baseline gap-x-6 gap-y-4 py-4 text-sm md:py-6">
        <Link className="hit underline" to="/privacy">
          Privacy Policy
        </Link>
        <Link className="hit underline" to="/help">
          Help
        </Link>
        <Link className="hit underline" to="/data">
          Data
        </Link>
        <a className="hit underline" href="/api/docs">
          API
        </a>
        {chat !== null && (
          <a className="hit underline" href={chat} rel="noreferrer">
            Community chat
          </a>
        )}
        <p className="max-md:w-full md:ml-auto">
          <span className="block">Stepledger hosts no audio and no pack downloads.</span>{' '}
          <span className="block">Pack and chart graphics are taken from public releases.</span>
        </p>
      </div>
    </footer>
  )
}

/** On each route change: moves the focus to the page and applies a preset board (`lb`). */
function useRouteChange() {
  const { pathname, search } = useLocation()
  const board = useActiveBoardStore()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])

  useEffect(() => board.preset(new URLSearchParams(search).get('lb')), [board, search])

  return main
}

/** How long the line stays, ms. */
const shownMs = 6000

interface Line {
  readonly playId: number
  readonly text: string
}

/** One line at the bottom of any page when a play of the viewer lands: the last one, if it is a new best. */
function MomentLine() {
  const user = useUser()
  const call = useCall()
  const board = useActiveBoardStore()
  const [line, setLine] = useState<Line | null>(null)
  const [isHeld, setHeld] = useState(false)

  const onMessage = (message: ServerMessage) => {
    if (message.type !== 'play') return
    const { playId, chart, eligible } = message.play
    if (!eligible) return
    const read = call(getPlayMoment, { params: { id: String(playId) }, query: { leaderboard: board.get() } })
    read.then(
      (moment) => {
        const text = momentText(moment, titleOrUnknown(chart.title))
        if (text !== null) setLine({ playId, text })
      },
      // The bell and the profile show the play too.
      () => undefined,
    )
  }
  useTopic(user ? `player:${user.id}` : null, onMessage)

  useEffect(() => {
    if (line === null || isHeld) return
    const timer = setTimeout(() => setLine(null), shownMs)
    return () => clearTimeout(timer)
  }, [line, isHeld])

  return (
    <p role="status" className="moment-line">
      {line && (
        <Link
          to={`/play/${line.playId}`}
          onClick={() => setLine(null)}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          {line.text}
        </Link>
      )}
    </p>
  )
}

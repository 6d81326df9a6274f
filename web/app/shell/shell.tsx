import { getPlayMoment, type PlayMoment } from '@stepledger/contracts/http/notifications.ts'
import { getSite } from '@stepledger/contracts/http/site.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { ServerMessage } from '@stepledger/contracts/push/messages.ts'
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link, Outlet, useLocation, useNavigationType } from 'react-router-dom'
import { z } from 'zod'
import { useCall, useRead } from '../../api/use-call.ts'
import { useTopic } from '../../live/use-topic.ts'
import { useActiveBoardStore } from '../../parts/leaderboard/active-board.tsx'
import { useSession, useUser } from '../../sign-in/use-session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { countText } from '../../ui/format.tsx'
import { LoadingScreen } from '../../ui/page.tsx'
import { useDependencies } from '../use-dependencies.ts'
import { NavBar } from './nav-bar.tsx'

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
          <Outlet />
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
    <footer className="mt-4 border-t border-line bg-base-100 md:mt-10">
      <div className="wrap mute flex flex-wrap items-baseline gap-x-6 gap-y-2 py-3 text-sm md:py-6">
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

/** How long a page may take to load until it is high enough for its position, ms. */
const timeout = 5000
const storageKey = 'scrollPositions'
/** Entries of the history whose position is kept. */
const maxPositions = 50

/** By entry of the history, px; the latest last. */
type Positions = Map<string, number>

const storedPositions = z.array(z.tuple([z.string(), z.number()]))

/**
 * On a link to another page: scrolls to the top unless the URL has a hash. On back, forward and reload: scrolls to where
 * the page was left, once it is high enough; the browser itself gives up before lists are loaded.
 */
function useScrollPosition() {
  const location = useLocation()
  const { pathname, hash } = location
  const isPop = useNavigationType() === 'POP'
  const entry = entryOf(location, location.key)
  const positions = usePositions()
  const shown = useRef(pathname)
  const restoring = useRef<AbortController>(null)
  const save = useEffectEvent(() => {
    // A link to a section has scrolled before its entry is rendered.
    if (!restoring.current?.signal.aborted || window.location.hash !== hash) return
    positions.delete(entry)
    positions.set(entry, window.scrollY)
  })

  useLayoutEffect(() => {
    const listening = new AbortController()
    window.addEventListener('scroll', save, { passive: true, signal: listening.signal })
    // The last scroll event of a busy page may still be to come. Added before the router's listener, which may render the
    // next page at once: effects of children run first.
    window.addEventListener('popstate', save, { signal: listening.signal })
    return () => listening.abort()
  }, [])

  useLayoutEffect(() => {
    const isNewPage = shown.current !== pathname
    shown.current = pathname
    const left = isPop && hash === '' ? positions.get(entry) : undefined
    if (left === undefined && isNewPage && hash === '') window.scrollTo(0, 0)
    restoring.current = restore(left ?? window.scrollY)
    save()
    return () => restoring.current?.abort()
  }, [entry, pathname, hash, isPop, positions])
}

function entryOf(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  key: string,
): string {
  return `${key} ${pathname}${search}${hash}`
}

/** Scrolls to `top`, again whenever the page grows, until it is reached, the user acts or the time is over. */
function restore(top: number): AbortController {
  const ended = new AbortController()
  const end = () => ended.abort()
  const scroll = () => {
    window.scrollTo({ top, behavior: 'instant' })
    if (Math.abs(window.scrollY - top) <= 1) end()
  }
  scroll()
  if (ended.signal.aborted) return ended
  const growth = new ResizeObserver(scroll)
  growth.observe(document.body)
  const timer = setTimeout(end, timeout)
  ended.signal.addEventListener('abort', () => {
    growth.disconnect()
    clearTimeout(timer)
  })
  for (const input of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(input, end, { passive: true, signal: ended.signal })
  return ended
}

/** The positions of this tab's history, kept in its session storage across reloads. */
function usePositions(): Positions {
  const [positions] = useState(readPositions)
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const write = () => writePositions(positions)
    window.addEventListener('pagehide', write)
    return () => window.removeEventListener('pagehide', write)
  }, [positions])
  return positions
}

// Reading or writing throws where storage is blocked; then a reload starts at the top.
function readPositions(): Positions {
  try {
    const positions = new Map(storedPositions.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')))
    // The router gives each page that a document begins with the same key, also when its address is typed again.
    const [visit] = performance.getEntriesByType('navigation')
    if (visit instanceof PerformanceNavigationTiming && visit.type === 'navigate')
      positions.delete(entryOf(window.location, 'default'))
    return positions
  } catch {
    return new Map()
  }
}

function writePositions(positions: Positions): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...positions].slice(-maxPositions)))
  } catch {}
}

/**
 * A note at the bottom left while the connection is lost. It causes no layout shift: the room for it is added below the
 * page, so that the end of the page can be scrolled clear of it.
 */
function LiveSign() {
  const { live } = useDependencies()
  const away = useSyncExternalStore(live.watch, live.away)
  return (
    <>
      {away && <div className="live-away h-14" aria-hidden="true" />}
      <p role="status" className="live-sign pointer-events-none fixed left-3 z-20">
        {away && (
          <span className="mute block rounded-[2px] border border-line bg-base-100 px-3 py-2 text-sm">
            Connection lost. Reconnecting…
          </span>
        )}
      </p>
    </>
  )
}

/**
 * Describes what a play achieved in one line: "New best on Kaleido 2: 96.95%, +0.44, up 3 to #12, past stamina_sam".
 * Null if it is no new best.
 */
export function momentText({ best, passed, rivals, star }: PlayMoment, title: string): string | null {
  if (best === null) return null
  const { score, before, rank, rankBefore } = best
  const what = star ? 'Your first star, on' : before === null ? 'First score on' : 'New best on'
  const gained = rankBefore === null ? 0 : rankBefore - rank
  const place = countText(rank)
  const details = [
    `${score}%`,
    ...(before === null ? [] : [`+${(Number(score) - Number(before)).toFixed(2)}`]),
    gained > 0 ? `up ${countText(gained)} to #${place}` : `#${place}`,
    ...(passed > 0 ? [`past ${namesOf(rivals, passed)}`] : []),
  ]
  return `${what} ${title}: ${details.join(', ')}`
}

function namesOf(rivals: PlayMoment['rivals'], passed: number): string {
  const names = rivals.map(({ alias }) => alias)
  const more = passed - names.length
  if (more > 0) return `${names.join(', ')} and ${more} more`
  return names.join(' and ')
}

/** Loaded before the dialog opens: app/dependencies.ts. */
const ProofForm = lazy(() => import('../../sign-in/proof-form.tsx'))

/** Asks for the password or a passkey when a call needs it; the client then repeats the call. */
function ProofDialog() {
  const { proofs } = useDependencies()
  const isOpen = useSyncExternalStore(proofs.subscribe, proofs.isOpen)
  const { token } = useSession()
  useEffect(() => {
    // The session ended in another tab.
    if (isOpen && token === null) proofs.answer(false)
  }, [isOpen, token, proofs])
  return (
    <Dialog open={isOpen} onClose={() => proofs.answer(false)} title="Confirm it's you">
      <Suspense fallback={null}>
        <ProofForm onProved={() => proofs.answer(true)} />
      </Suspense>
    </Dialog>
  )
}

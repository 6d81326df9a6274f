import type { RecentPlay } from '@stepledger/contracts/http/shapes/recent-play.ts'
import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ActiveBoardToggle, entryOf, useActiveBoard } from '../parts/leaderboard/active-board.tsx'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.tsx'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/states.tsx'

interface Props<Row> {
  readonly arrivals: Arrivals<Row>
  readonly children: ReactNode
}

/** Above this many rows at once, arrivals are not animated. */
const rush = 3

const newScores = (count: number) => counted(count, 'new score')

/**
 * Wraps a live list and announces arrivals. While the list is scrolled, the button for held-back rows sticks to the top of
 * the window; else it is in the panel's head (`HeldScores`).
 */
export function LiveList<Row>({ arrivals, children }: Props<Row>) {
  const { waiting, fresh, top, scrolled } = arrivals
  return (
    <div className={fresh.size > rush ? 'rush relative' : 'relative'}>
      <div ref={top} className="absolute top-0 h-px w-px scroll-mt-16" />
      {scrolled && (
        <div className="pointer-events-none sticky top-2 z-10 flex h-0 justify-center [&>button]:pointer-events-auto [&>button]:mt-2 [&>button]:min-w-40">
          <WaitingScores arrivals={arrivals} />
        </div>
      )}
      <span className="sr-only" role="status">
        {waiting > 0 ? `${newScores(waiting)} waiting` : fresh.size > 0 ? newScores(fresh.size) : ''}
      </span>
      {children}
    </div>
  )
}

/**
 * The button in the panel's head. The panel takes `arrivals.area`, so that updates stay paused on the way to the button.
 */
export function HeldScores<Row>({ arrivals }: { arrivals: Arrivals<Row> }) {
  return arrivals.scrolled ? null : <WaitingScores arrivals={arrivals} />
}

function WaitingScores<Row>({ arrivals: { waiting, release } }: { arrivals: Arrivals<Row> }) {
  if (waiting === 0) return null
  return (
    <Button size="small" variant="primary" aria-label={newScores(waiting)} onClick={release}>
      <span className="fresh bg-primary-content" />
      <span className="@max-[28rem]/panel:hidden">{newScores(waiting)}</span>
      <span className="hidden @max-[28rem]/panel:inline">{waiting}</span>
    </Button>
  )
}

export function FreshMark({ fresh }: { fresh: boolean }) {
  if (!fresh) return null
  return (
    <>
      <span className="fresh" />
      <span className="sr-only">New</span>
    </>
  )
}

export interface Arrivals<Row> {
  readonly rows: readonly Row[]
  readonly fresh: ReadonlySet<RowKey>
  readonly waiting: number
  readonly release: () => void
  /** The top of the list is scrolled out of the window. */
  readonly scrolled: boolean
  /** For an element at the top of the list, which detects that the list is scrolled. */
  readonly top: RefObject<HTMLDivElement | null>
  /** Props of the panel around the list. */
  readonly area: {
    readonly onPointerEnter: (event: PointerEvent) => void
    readonly onPointerLeave: () => void
  }
}

/** A list that shows new rows by itself, except while the pointer is over it or it is scrolled. */
export function useArrivals<Row>(
  list: string,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
): Arrivals<Row> {
  const [isHovered, setHovered] = useState(false)
  const [isScrolled, setScrolled] = useState(false)
  const [shown, setShown] = useState(() => open({ list, rows, keyOf, held: false }))
  const top = useRef<HTMLDivElement>(null)

  const next = settle(shown, { list, rows, keyOf, held: isHovered || isScrolled })
  if (next !== shown) setShown(next)

  // biome-ignore lint/correctness/useExhaustiveDependencies: with another list, `top` may be another element.
  useEffect(() => {
    const element = top.current
    if (element === null) return
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1)
      if (last) setScrolled(!last.isIntersecting && last.boundingClientRect.top < 0)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [list])

  return {
    rows: next.rows,
    fresh: next.fresh,
    waiting: next.waiting,
    scrolled: isScrolled,
    release: () => {
      setShown((now) => settle(now, { list, rows, keyOf, held: false }))
      if (isScrolled) top.current?.scrollIntoView({ block: 'start' })
    },
    top,
    area: {
      onPointerEnter: (event) => setHovered(event.pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
    },
  }
}

export type RowKey = number | string

/** The state of a live list: the rows on screen and those held back. */
interface ShownRows<Row> {
  /** The list's identity. A different list resets the state, without arrivals. */
  readonly list: string
  /** The most recent rows; `rows` may be older while updates are paused. */
  readonly latest: readonly Row[]
  readonly rows: readonly Row[]
  readonly known: ReadonlySet<RowKey>
  /** The rows of the last arrival, marked with a diamond until the next arrival. */
  readonly fresh: ReadonlySet<RowKey>
  readonly waiting: number
}

interface Update<Row> {
  readonly list: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => RowKey
  /** The pointer is over the list or its top is scrolled out of view, so rows must not move. */
  readonly held: boolean
}

/** The initial state: all rows are known, none is new. */
export function open<Row>({ list, rows, keyOf }: Update<Row>): ShownRows<Row> {
  return { list, latest: rows, rows, known: new Set(rows.map(keyOf)), fresh: new Set(), waiting: 0 }
}

/** The next state of a live list: new rows are shown, or held back while `held`. Returns the same object if unchanged. */
export function settle<Row>(shown: ShownRows<Row>, update: Update<Row>): ShownRows<Row> {
  const { list, rows, keyOf, held } = update
  if (list !== shown.list) return open(update)
  const unseen = rows.filter((row) => !shown.known.has(keyOf(row)))
  if (unseen.length === 0) {
    if (rows === shown.rows && shown.waiting === 0) return shown
    return { ...shown, latest: rows, rows, waiting: 0 }
  }
  if (held) {
    if (rows === shown.latest && shown.waiting === unseen.length) return shown
    return { ...shown, latest: rows, waiting: unseen.length }
  }
  const arrived = unseen.map(keyOf)
  return {
    list,
    latest: rows,
    rows,
    known: new Set([...shown.known, ...arrived]),
    fresh: new Set(arrived),
    waiting: 0,
  }
}

interface LiveScoresPanelProps {
  /** Identifies the list: another one begins without arrivals. */
  readonly list: string
  readonly plays: readonly RecentPlay[]
  readonly empty: string
  readonly children: (plays: readonly RecentPlay[], fresh: ReadonlySet<string | number>) => ReactNode
}

const keyOf = (play: RecentPlay) => play.playId

export function LiveScoresPanel({ list, plays, empty, children }: LiveScoresPanelProps) {
  const [board] = useActiveBoard()
  const onBoard = useMemo(() => plays.filter((play) => entryOf(play.leaderboards, board)), [plays, board])
  const arrivals = useArrivals(list, onBoard, keyOf)
  return (
    <Panel
      title="Recent Scores"
      area={arrivals.area}
      aside={
        <>
          <HeldScores arrivals={arrivals} />
          <ActiveBoardToggle />
        </>
      }
    >
      <LiveList arrivals={arrivals}>
        {arrivals.rows.length === 0 ? <Empty title={empty} /> : children(arrivals.rows, arrivals.fresh)}
      </LiveList>
    </Panel>
  )
}

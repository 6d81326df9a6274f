import type { ChartPlace } from '@stepledger/contracts/http/boards.ts'
import type { Leaderboard, LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { withParameters } from '../../app/with-parameters.ts'
import { countText } from '../../ui/format.tsx'
import { PlayerName, RelationMark } from '../../ui/player-name.tsx'
import { Score } from '../../ui/score.tsx'

/** Pins the places of the viewer and the rivals above the board, unless the page contains them. */
export function Places({ place, shown }: { place: ChartPlace | undefined; shown: Leaderboard }) {
  if (!place) return null
  const isElsewhere = ({ userId }: LeaderboardEntry) => shown.scores.every((row) => row.userId !== userId)
  return (
    <>
      {place.own && isElsewhere(place.own) && (
        <OwnPlace own={place.own} next={place.next} perPage={shown.perPage} />
      )}
      <RivalPlaces rivals={place.rivals} own={place.own} isElsewhere={isElsewhere} />
    </>
  )
}

interface OwnProps {
  readonly own: LeaderboardEntry
  readonly next: LeaderboardEntry | null
  readonly perPage: number
}

function OwnPlace({ own, next, perPage }: OwnProps) {
  const [search] = useSearchParams()
  const page = Math.ceil(own.rank / perPage)
  const address = withParameters(search, { page: page === 1 ? null : String(page) })
  return (
    <div className="pin own">
      <span className="rk">#{countText(own.rank)}</span>
      <PlayerName
        player={{ id: own.userId, alias: own.alias, profileImageUrl: own.profileImageUrl }}
        relation="own"
        withAvatar
      />
      <Link className="hit" to={`/play/${own.playId}`}>
        <Score percent={own.score} />
      </Link>
      {next && (
        <span className="mute text-sm">
          {pointsToPass(next.score, own.score)} more to pass #{countText(next.rank)}, {next.alias}
        </span>
      )}
      <Link className="hit link text-sm sm:ml-auto" to={{ search: address.toString() }}>
        Jump to my rank
      </Link>
    </div>
  )
}

interface RivalPlacesProps {
  /** All rivals on the board, by rank. */
  readonly rivals: readonly LeaderboardEntry[]
  readonly own: LeaderboardEntry | null
  readonly isElsewhere: (entry: LeaderboardEntry) => boolean
}

/** The best rival and the nearest ones above and below the viewer; a button lists all. */
function RivalPlaces({ rivals, own, isElsewhere }: RivalPlacesProps) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const elsewhere = rivals.filter(isElsewhere)
  if (elsewhere.length === 0) return null
  const before = rivals.filter(({ rank }) => own !== null && rank < own.rank)
  const after = rivals.filter(({ rank }) => own !== null && rank > own.rank)
  const highlighted = [rivals[0], before.at(-1), after[0]]
  const chosen = elsewhere.filter((entry) => highlighted.includes(entry))
  // The pin is never without a place: those to highlight may all be on the page.
  const shown = chosen.length > 0 ? chosen : elsewhere.slice(0, 1)
  return (
    <>
      <div className="pin rival">
        <ul className="flex min-w-0 flex-wrap items-center gap-x-6 gap-y-1">
          {shown.map((entry) => (
            <li key={entry.userId} className="inline-flex max-w-full items-center gap-2">
              <RivalPlace entry={entry} />
            </li>
          ))}
        </ul>
        {elsewhere.length > shown.length && (
          <button
            type="button"
            className="hit link text-sm sm:ml-auto"
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide rivals' : `All ${countText(rivals.length)} rivals`}
          </button>
        )}
      </div>
      {open && elsewhere.length > shown.length && (
        <ol
          id={listId}
          aria-label="Rivals"
          className="grid max-h-80 grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-6 overflow-y-auto border-b border-line px-4 py-2"
        >
          {rivals.map((entry) => (
            <li
              key={entry.userId}
              className="flex min-h-10 items-center gap-2 [&>.rk]:min-w-12 [&>a:last-child]:ml-auto"
            >
              <RivalPlace entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

function RivalPlace({ entry: { userId, rank, alias, playId, score } }: { entry: LeaderboardEntry }) {
  return (
    <>
      <span className="rk">#{countText(rank)}</span>
      <Link className="hit min-w-0 font-semibold" to={`/user/${userId}`}>
        <span className="block truncate" title={alias}>
          {alias}
        </span>
      </Link>
      <RelationMark relation="rival" />
      <Link className="hit" to={`/play/${playId}`}>
        <Score percent={score} />
      </Link>
    </>
  )
}

type Scored = Pick<LeaderboardEntry, 'score'>

const hundredths = (score: string) => Math.round(Number(score) * 100)
const points = (value: number) => (value / 100).toFixed(2)

/** The position of a score between the last and the first of its page, in percent. */
export function shareOfPage(rows: readonly Scored[], score: string): number {
  const all = rows.map((row) => hundredths(row.score))
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return most === least ? 100 : ((hundredths(score) - least) / (most - least)) * 100
}

/**
 * The gap to another score in percentage points: "−0.35" below it, "+0.35" above it; empty for the same score.
 */
export function gapTo(other: string, score: string): string {
  const gap = hundredths(score) - hundredths(other)
  if (gap === 0) return ''
  return `${gap < 0 ? '−' : '+'}${points(Math.abs(gap))}`
}

/** The percentage points needed to pass another score; of equal scores the earlier one is ahead. */
export function pointsToPass(other: string, own: string): string {
  return points(hundredths(other) - hundredths(own) + 1)
}

import type { LeaderboardEntry } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { countText } from '../../ui/count-text.ts'
import { RelationMark } from '../../ui/player-name.tsx'
import { Score } from '../../ui/score.tsx'

interface Props {
  /** All rivals on the board, by rank. */
  readonly rivals: readonly LeaderboardEntry[]
  readonly own: LeaderboardEntry | null
  /** Whether the entry is not on the current page of the board. */
  readonly isElsewhere: (entry: LeaderboardEntry) => boolean
}

/** The best rival and the nearest ones above and below the viewer; a button lists all. */
export function RivalPlaces({ rivals, own, isElsewhere }: Props) {
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
        <ol id={listId} className="rivals">
          {rivals.map((entry) => (
            <li key={entry.userId}>
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
      <Link className="hit min-w-0 truncate font-semibold" to={`/user/${userId}`}>
        {alias}
      </Link>
      <RelationMark relation="rival" />
      <Link className="hit" to={`/play/${playId}`}>
        <Score percent={score} />
      </Link>
    </>
  )
}

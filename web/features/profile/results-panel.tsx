import { listPlayerResults } from '@stepledger/contracts/http/participation.ts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useActiveBoard } from '../../parts/leaderboard/use-active-board.ts'
import { countText } from '../../ui/count-text.ts'
import { useRowLink } from '../../ui/lists/use-row-link.ts'
import { Panel } from '../../ui/panel.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'

/** The number of results that are shown at first. */
const shownAtFirst = 5

/** A player's overall places in events, the latest first; nothing without any. */
export function ResultsPanel({ id }: { readonly id: string }) {
  const [leaderboard] = useActiveBoard()
  const [all, setAll] = useState(false)
  const rowLink = useRowLink()
  const { data, error, refetch } = useRead(
    listPlayerResults,
    { params: { id }, query: { leaderboard } },
    { keepPrevious: true },
  )
  if (!data)
    return error ? (
      <Panel title="Events">
        <UnloadedRows error={error} sentence="Failed to load the events" onRetry={refetch} rows={1} />
      </Panel>
    ) : null
  const { results } = data
  if (results.length === 0) return null
  return (
    <Panel title="Events">
      <ul>
        {(all ? results : results.slice(0, shownAtFirst)).map(({ event: { slug, name, final }, place }) => (
          <li key={slug} {...rowLink(`/event/${slug}`, 'border-b border-line px-4 py-1.5 last:border-0')}>
            <Link
              className="hit block text-sm font-semibold wrap-anywhere hover:underline"
              to={`/event/${slug}`}
            >
              {name}
            </Link>
            <p className="mute flex justify-between gap-3 text-xs">
              <span>
                #{countText(place.rank)} of {countText(place.participants)}
                {!final && ' so far'}
              </span>
              <span>{countText(place.points)} points</span>
            </p>
          </li>
        ))}
      </ul>
      {!all && results.length > shownAtFirst && (
        <p className="border-t border-line px-4 py-2">
          <button type="button" className="hit link text-sm" onClick={() => setAll(true)}>
            All {countText(results.length)}
          </button>
        </p>
      )}
    </Panel>
  )
}

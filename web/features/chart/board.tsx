import { boardFrom } from '@stepledger/contracts/board-name.ts'
import type { ChartPlace } from '@stepledger/contracts/http/boards.ts'
import { getChartLeaderboards } from '@stepledger/contracts/http/charts.ts'
import type { Leaderboard } from '@stepledger/contracts/http/shapes/leaderboard.ts'
import { useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { FreshMark } from '../../live/live-list.tsx'
import { entryOf, useActiveBoard } from '../../parts/leaderboard/active-board.tsx'
import { useRelations } from '../../sign-in/use-session.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import { Empty } from '../../ui/states.tsx'
import { gapTo, Places, shareOfPage } from './places.tsx'
import { PlayerScores } from './player-scores.tsx'

/** A page of the boards of a chart, and the first page, which contains the top score. */
export function useBoards(hash: string, page: number) {
  const input = { params: { hash } }
  const boards = useRead(getChartLeaderboards, { ...input, query: { page } }, { keepPrevious: true })
  const firstBoards = useRead(getChartLeaderboards, { ...input, query: { page: 1 } }, { enabled: page !== 1 })
  return { boards, firstPage: (page === 1 ? boards : firstBoards).data?.leaderboards }
}

interface Props {
  readonly boards: readonly Leaderboard[]
  /** Undefined while loading. */
  readonly firstPage: readonly Leaderboard[] | undefined
  /** The places of the viewer and the rivals; empty for visitors. */
  readonly places: readonly ChartPlace[]
  /** Whether the chart has any plays, ranked or not. */
  readonly played: boolean
  /** Ids of plays that arrived while the page was open. */
  readonly arrived: ReadonlySet<number>
}

/** A page of the active board. Rank changes are not animated, except for a new first place. */
export function Board({ boards, firstPage, places, played, arrived }: Props) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  const [againstOwn, setAgainstOwn] = useState(false)
  const shown = boards.find(({ type }) => boardFrom(type) === board)
  if (!shown || shown.total === 0) {
    return played ? (
      <Empty title="No ranked scores yet" text="Be the first to set a ranked score on this chart!" />
    ) : (
      <Empty title="No scores yet" text="Be the first to set a score on this chart!" />
    )
  }
  const place = entryOf(places, board)
  const own = place?.own?.score
  const first = firstPage?.find(({ type }) => type === shown.type)?.scores[0]?.score
  const isOwn = againstOwn && own !== undefined
  const reference = isOwn ? own : first
  return (
    <>
      <Places place={place} shown={shown} />
      {own !== undefined && (
        <div className="flex items-center justify-end gap-3 border-b border-line px-4 py-1">
          <span className="mute text-xs" aria-hidden="true">
            Gap to
          </span>
          <RadioButtons
            label="Gap to"
            className="lb tabs tab-row"
            value={isOwn ? 'me' : 'first'}
            onChange={(to) => setAgainstOwn(to === 'me')}
            choices={[
              { value: 'first', className: 'plain', content: 'First' },
              { value: 'me', className: 'plain', content: 'Me' },
            ]}
          />
        </div>
      )}
      <PlayerScores
        gap={isOwn ? 'Gap to me' : 'Gap to first'}
        scores={shown.scores.map((row) => {
          const fresh = arrived.has(row.playId)
          return {
            rank: row.rank,
            player: { id: row.userId, alias: row.alias, profileImageUrl: row.profileImageUrl },
            relation: relationTo(row.userId),
            grade: row.grade,
            score: row.score,
            track: {
              share: shareOfPage(shown.scores, row.score),
              gap: reference === undefined ? '' : gapTo(reference, row.score),
            },
            playId: row.playId,
            at: row.date,
            mark: <FreshMark fresh={fresh} />,
            arriving: fresh && row.rank === 1,
          }
        })}
      />
      <Pagination meta={{ ...shown, limit: shown.perPage }} />
    </>
  )
}

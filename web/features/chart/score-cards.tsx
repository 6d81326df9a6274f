import type { PlayerName as Player } from '@stepledger/contracts/http/shapes/recent-play.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Relation } from '../../sign-in/use-session.ts'
import { Time } from '../../ui/format.tsx'
import { useRowLink } from '../../ui/lists/table.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Grade, Score } from '../../ui/score.tsx'

export interface PlayerScore {
  readonly rank?: number
  readonly player: Player
  readonly relation: Relation
  readonly grade: string
  readonly score: string
  /** The tag of an unranked play; undefined for a ranked one. */
  readonly unranked?: ReactNode
  /** The score's position, 0 to 100, and its gap to the chosen score or another figure. */
  readonly track?: { readonly share: number; readonly gap: ReactNode }
  readonly playId: number
  readonly at: string
  /** Shown before the date. */
  readonly mark?: ReactNode
  readonly arriving?: boolean
}

export function rowClass({ relation, arriving = false }: PlayerScore): string {
  return `${relation ?? ''} ${arriving ? 'arrive' : ''}`
}

export function rankClass({ rank = 1 }: PlayerScore): string {
  return rank > 3 ? 'rk mute' : 'rk'
}

export function ScoreCards({ scores }: { readonly scores: readonly PlayerScore[] }) {
  return (
    <ul>
      {scores.map((score) => (
        <ScoreCard key={score.playId} {...score} />
      ))}
    </ul>
  )
}

function ScoreCard(row: PlayerScore) {
  const { rank, player, relation, grade, score, track, playId, at, mark, unranked } = row
  const rowLink = useRowLink()
  const columns =
    rank === undefined ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[2.5rem_minmax(0,1fr)_auto]'
  return (
    <li {...rowLink(`/play/${playId}`, `cardrow items-center gap-x-2 py-2 ${columns} ${rowClass(row)}`)}>
      {rank !== undefined && <span className={rankClass(row)}>#{rank}</span>}
      <div className="min-w-0">
        <PlayerName player={player} relation={relation} withAvatar />
        <div className="mute mt-0.5 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-xs">
          <Time at={at} format="short" className="whitespace-nowrap" />
          {track?.gap && <span>{track.gap}</span>}
          {mark}
          {unranked}
        </div>
      </div>
      <div className="flex flex-col-reverse items-end @min-[22rem]/panel:flex-row @min-[22rem]/panel:items-center">
        <Grade grade={grade} ranked={!unranked} />
        <Link to={`/play/${playId}`} className="hit w-20 text-right text-lg">
          <Score percent={score} ranked={!unranked} />
        </Link>
      </div>
    </li>
  )
}

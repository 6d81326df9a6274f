import type { CompetitionRanking } from '@stepledger/contracts/http/shapes/competition.ts'
import { useRelations } from '../../sign-in/use-session.ts'
import { countText } from '../../ui/format.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { LateMark } from './late-mark.tsx'

interface Row extends CompetitionRanking {
  /** The rank among all, in a ranking among some. */
  readonly rankOfAll?: number
  /** The present rank, in a ranking of the past; null without one. */
  readonly rankNow?: number | null
}

/** The other rank of a row has a column in wide panels, and a line below the name in narrow ones. */
const forOther = {
  column: 'hidden @min-[24rem]/panel:[display:table-column]',
  cell: 'hidden @min-[24rem]/panel:[display:table-cell]',
  line: '@min-[24rem]/panel:hidden',
  twoLines: '@max-[24rem]/panel:py-1.5',
} as const

export function RankingsTable({ rankings }: { rankings: readonly Row[] }) {
  const other = rankings.map(otherRankOf).find((rank) => rank !== null)
  const relationTo = useRelations()
  return (
    <Table
      className="dense table-fixed"
      rows={rankings}
      keyOf={({ userId }) => userId}
      to={({ userId }) => `/user/${userId}`}
      rowClass={({ userId }) => relationTo(userId) ?? ''}
      columns={[
        {
          head: 'Rank',
          width: 'w-16 @max-[19rem]/panel:w-14',
          cellClass: ({ rank }) => (rank > 3 ? 'rk mute' : 'rk'),
          cell: ({ rank }) => `#${rank}`,
        },
        {
          head: 'Player',
          cellClass: (row) => (otherRankOf(row) ? forOther.twoLines : ''),
          cell: ({ userId: id, userAlias: alias, userProfileImageUrl: profileImageUrl, ...row }) => {
            const otherRank = otherRankOf(row)
            return (
              <>
                <PlayerName player={{ id, alias, profileImageUrl }} relation={relationTo(id)} withAvatar />
                {otherRank && (
                  <span className={`mute block text-xs ${forOther.line}`}>
                    {otherRank.word} {otherRank.text}
                  </span>
                )}
              </>
            )
          },
        },
        other && {
          head: <span className="capitalize">{other.word}</span>,
          width: `w-20 ${forOther.column}`,
          className: `num ${forOther.cell}`,
          cellClass: 'mute',
          cell: (row) => otherRankOf(row)?.text,
        },
        {
          head: 'Points',
          width: 'w-24 @max-[19rem]/panel:w-20',
          className: 'num',
          cellClass: 'font-semibold',
          cell: ({ late, totalPoints }) => (
            <>
              {late && (
                <>
                  <LateMark text="Includes a score received late, within the grace period" />{' '}
                </>
              )}
              {countText(totalPoints)}
            </>
          ),
        },
      ]}
    />
  )
}

function otherRankOf({ rankOfAll, rankNow }: Pick<Row, 'rankOfAll' | 'rankNow'>) {
  const rank = rankOfAll ?? rankNow
  if (rank === undefined) return null
  return {
    word: rankOfAll === undefined ? 'now' : 'global',
    text: rank === null ? '–' : `#${countText(rank)}`,
  }
}

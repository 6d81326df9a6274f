import type { CompetitionRanking } from '@stepledger/contracts/http/shapes/competition.ts'
import { useRowLink } from '../lists/use-row-link.ts'
import { useRelations } from '../sign-in/use-session.ts'
import { countText } from '../ui/count-text.ts'
import { PlayerName } from '../ui/player-name.tsx'
import { LateMark } from './late-mark.tsx'

interface Row extends CompetitionRanking {
  /** The rank among all, in a ranking among some. */
  readonly rankOfAll?: number
  /** The present rank, in a ranking of the past; null without one. */
  readonly rankNow?: number | null
}

interface Props {
  readonly rankings: readonly Row[]
}

/** The other rank of a row has a column in wide panels, and a line below the name in narrow ones. */
const forOther = {
  column: 'hidden @min-[24rem]/panel:[display:table-column]',
  cell: 'hidden @min-[24rem]/panel:[display:table-cell]',
  line: '@min-[24rem]/panel:hidden',
  twoLines: '@max-[24rem]/panel:py-1.5',
} as const

export function RankingsTable({ rankings }: Props) {
  const other = rankings.map(otherRankOf).find((rank) => rank !== null)
  const relationTo = useRelations()
  const rowLink = useRowLink()
  return (
    <table className="t dense table-fixed">
      <colgroup>
        <col className="w-16 @max-[19rem]/panel:w-14" />
        <col />
        {other && <col className={`w-20 ${forOther.column}`} />}
        <col className="w-24 @max-[19rem]/panel:w-20" />
      </colgroup>
      <thead>
        <tr>
          <th>Rank</th>
          <th>Player</th>
          {other && <th className={`num capitalize ${forOther.cell}`}>{other.word}</th>}
          <th className="num">Points</th>
        </tr>
      </thead>
      <tbody>
        {rankings.map(({ userId: id, userAlias: alias, userProfileImageUrl: profileImageUrl, ...row }) => {
          const relation = relationTo(id)
          const otherRank = otherRankOf(row)
          return (
            <tr key={id} {...rowLink(`/user/${id}`, relation ?? '')}>
              <td className={row.rank > 3 ? 'rk mute' : 'rk'}>#{row.rank}</td>
              <td className={otherRank ? forOther.twoLines : ''}>
                <PlayerName player={{ id, alias, profileImageUrl }} relation={relation} withAvatar />
                {otherRank && (
                  <span className={`mute block text-xs ${forOther.line}`}>
                    {otherRank.word} {otherRank.text}
                  </span>
                )}
              </td>
              {otherRank && <td className={`num mute ${forOther.cell}`}>{otherRank.text}</td>}
              <td className="num font-semibold">
                {row.late && (
                  <>
                    <LateMark text="Includes a score received late, within the grace period" />{' '}
                  </>
                )}
                {countText(row.totalPoints)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
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

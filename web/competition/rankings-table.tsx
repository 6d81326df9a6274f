import type { CompetitionRanking } from '@stepledger/contracts/http/shapes/competition.ts'
import { useRowLink } from '../lists/use-row-link.ts'
import { useRelations } from '../session/use-session.ts'
import { PlayerName } from '../ui/player-name.tsx'
import { LateMark } from './late-mark.tsx'

interface Props {
  /** `rankOfAll`: the rank among all, in a ranking among some. */
  readonly rankings: readonly (CompetitionRanking & { readonly rankOfAll?: number })[]
}

/** The rank among all has a column in wide panels, and a line below the name in narrow ones. */
const forGlobal = {
  column: 'hidden @min-[24rem]/panel:[display:table-column]',
  cell: 'hidden @min-[24rem]/panel:[display:table-cell]',
  line: '@min-[24rem]/panel:hidden',
  twoLines: '@max-[24rem]/panel:py-1.5',
} as const

/** The ranking of an event. */
export function RankingsTable({ rankings }: Props) {
  const isAmongSome = rankings.some(({ rankOfAll }) => rankOfAll !== undefined)
  const relationTo = useRelations()
  const rowLink = useRowLink()
  return (
    <table className="t dense table-fixed">
      <colgroup>
        <col className="w-16 @max-[19rem]/panel:w-14" />
        <col />
        {isAmongSome && <col className={`w-20 ${forGlobal.column}`} />}
        <col className="w-24 @max-[19rem]/panel:w-20" />
      </colgroup>
      <thead>
        <tr>
          <th>Rank</th>
          <th>Player</th>
          {isAmongSome && <th className={`num ${forGlobal.cell}`}>Global</th>}
          <th className="num">Points</th>
        </tr>
      </thead>
      <tbody>
        {rankings.map(({ userId: id, userAlias: alias, userProfileImageUrl: profileImageUrl, ...row }) => {
          const relation = relationTo(id)
          return (
            <tr key={id} {...rowLink(`/user/${id}`, relation ?? '')}>
              <td className={row.rank > 3 ? 'rk mute' : 'rk'}>#{row.rank}</td>
              <td className={row.rankOfAll === undefined ? '' : forGlobal.twoLines}>
                <PlayerName player={{ id, alias, profileImageUrl }} relation={relation} withAvatar />
                {row.rankOfAll !== undefined && (
                  <span className={`mute block text-xs ${forGlobal.line}`}>
                    global #{row.rankOfAll.toLocaleString('en')}
                  </span>
                )}
              </td>
              {row.rankOfAll !== undefined && (
                <td className={`num mute ${forGlobal.cell}`}>#{row.rankOfAll.toLocaleString('en')}</td>
              )}
              <td className="num font-semibold">
                {row.late && (
                  <>
                    <LateMark text="Includes a score received late, within the grace period" />{' '}
                  </>
                )}
                {pointsText(row.totalPoints)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** `10,000` */
export function pointsText(points: number): string {
  return points.toLocaleString('en')
}

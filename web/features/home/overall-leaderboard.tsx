import type { BoardName } from '@stepledger/contracts/board-name.ts'
import type { HomePage } from '@stepledger/contracts/http/home.ts'
import { Link } from 'react-router-dom'
import { useActiveBoard } from '../../leaderboard/use-active-board.ts'
import { useRelations } from '../../session/use-session.ts'
import { Empty } from '../../ui/empty.tsx'
import { PlayerName } from '../../ui/player-name.tsx'

type Standings = HomePage['overallLeaderboard']

/** How the event names the boards. */
const keys = { HardEX: 'hardEX', EX: 'EX', ITG: 'money' } as const satisfies Record<BoardName, string>

/** The ten best of the event on the active board. */
export function OverallLeaderboard({ standings }: { standings: Standings }) {
  const [board] = useActiveBoard()
  const relationTo = useRelations()
  const rankings = standings?.leaderboards[keys[board]].rankings.slice(0, 10) ?? []
  if (rankings.length === 0) return <Empty title="No leaderboard data available" />
  return (
    <>
      <table className="t dense table-fixed">
        <colgroup>
          <col className="w-14" />
          <col />
          <col className="w-24" />
        </colgroup>
        <thead>
          <tr>
            <th>Rank</th>
            <th>Player</th>
            <th className="num">Points</th>
          </tr>
        </thead>
        <tbody>
          {rankings.map((row) => {
            const relation = relationTo(row.userId)
            return (
              <tr key={row.userId} className={relation ?? ''}>
                <td className={row.rank > 3 ? 'rk mute' : 'rk'}>#{row.rank}</td>
                <td>
                  <PlayerName
                    player={{
                      id: row.userId,
                      alias: row.userAlias,
                      profileImageUrl: row.userProfileImageUrl,
                    }}
                    relation={relation}
                    withAvatar
                  />
                </td>
                <td className="num font-semibold">{row.totalPoints.toLocaleString('en')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="border-t border-line px-4 py-2.5 text-sm">
        <Link className="hit link" to="/leaderboards/overall">
          View full
        </Link>
      </p>
    </>
  )
}

import type { WeekRecord } from '@stepledger/contracts/http/player-home.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import { Link } from 'react-router-dom'
import { useRowLink } from '../../lists/use-row-link.ts'
import { RowDifficulty } from '../../ui/difficulty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Score } from '../../ui/score.tsx'

/** The best scores of the last seven days that beat older ones. */
export function WeekRecords({ records }: { records: readonly WeekRecord[] }) {
  const rowLink = useRowLink()
  return (
    <Panel title="Records of the Week">
      {records.length === 0 ? (
        <p className="mute pad text-sm">No older score was beaten in the last seven days.</p>
      ) : (
        <ul className="grid grid-cols-1 overflow-clip @min-[38rem]/panel:grid-cols-2 @min-[58rem]/panel:grid-cols-3">
          {records.map((record) => (
            <li
              key={record.playId}
              {...rowLink(
                `/play/${record.playId}`,
                '-mb-px flex min-h-13 items-center gap-2.5 border-b border-line px-4 py-1.5',
              )}
            >
              <RowDifficulty chart={record.chart} />
              <div className="min-w-0 flex-1">
                <Link className="block truncate text-sm font-semibold" to={`/chart/${record.chart.hash}`}>
                  {titleOrUnknown(record.chart.title)}
                </Link>
                <span className="mute block text-xs">{placeText(record)}</span>
              </div>
              <Link className="text-right" to={`/play/${record.playId}`}>
                <span className="block text-sm">
                  <Score percent={record.score} />
                </span>
                <span className="mute block text-xs">+{record.gain}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function placeText({ rank, rankBefore }: WeekRecord): string {
  if (rank === 1) return rankBefore === 1 ? 'still first' : 'first place'
  return rank === rankBefore ? `#${rank}` : `#${rankBefore} to #${rank}`
}

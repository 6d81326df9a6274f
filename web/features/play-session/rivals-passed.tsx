import type { RivalPassed, SessionPage } from '@stepledger/contracts/http/play-sessions.ts'
import { titleOrUnknown } from '@stepledger/contracts/look/chart-names.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Panel } from '../../ui/panel.tsx'
import { PlayerName } from '../../ui/player-name.tsx'
import { Score } from '../../ui/score.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'

interface Props {
  readonly read: UseQueryResult<{ readonly passed: readonly RivalPassed[] }>
  readonly session: SessionPage
}

/** The rivals whose best the viewer beat in a session of theirs, with both scores at the time. */
export function RivalsPassed({ read: { data, error, refetch }, session }: Props) {
  return (
    <Panel title="Rivals Passed">
      {!data ? (
        <UnloadedRows error={error} sentence="Failed to load rivals" onRetry={refetch} rows={4} />
      ) : data.passed.length === 0 ? (
        <p className="mute pad text-sm">You passed none of your rivals in this session.</p>
      ) : (
        <ul className="max-h-[19.75rem] overflow-y-auto">
          {data.passed.map((passed) => (
            <PassedRow key={`${passed.playId} ${passed.rival.id}`} passed={passed} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function PassedRow({ passed, session }: { passed: RivalPassed; session: SessionPage }) {
  const chart = session.data.find(({ playId }) => playId === passed.playId)?.chart
  return (
    <li className="rival flex items-center gap-3 border-b border-line px-4 py-2 last:border-0">
      <div className="min-w-0 flex-1">
        <PlayerName player={passed.rival} relation="rival" withAvatar />
        {chart && <span className="mute block truncate text-xs">{titleOrUnknown(chart.title)}</span>}
      </div>
      <Link className="hit text-right" to={`/play/${passed.playId}`}>
        <span className="block">
          <Score percent={passed.score} />
        </span>
        <span className="mute block text-xs">{passed.rivalScore}%</span>
      </Link>
    </li>
  )
}

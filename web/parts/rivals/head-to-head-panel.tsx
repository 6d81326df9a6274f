import { closestShown, getHeadToHead } from '@stepledger/contracts/http/rivals.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useUser } from '../../sign-in/use-session.ts'
import { counted, countText } from '../../ui/count-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { UnloadedRows } from '../../ui/unloaded-rows.tsx'
import { useActiveBoard } from '../leaderboard/use-active-board.ts'
import { CommonCharts } from './common-charts.tsx'
import { Lead } from './lead.tsx'

interface Props {
  readonly player: { readonly id: string; readonly alias: string }
}

/**
 * The viewer and another player: who leads on how many common charts of the active board, and the closest ones. Renders
 * nothing for visitors and on the own profile.
 */
export function HeadToHeadPanel({ player: { id, alias } }: Props) {
  const { enabled, data, error, refetch } = useHeadToHead(id)
  if (!enabled) return null
  const total = data?.meta.total ?? 0
  return (
    <Panel
      title={`You and ${alias}`}
      aside={
        data && <span className="mute text-sm whitespace-nowrap">{counted(total, 'chart')} in common</span>
      }
    >
      {!data ? (
        <div className="min-h-[20.25rem]">
          <UnloadedRows
            error={error}
            sentence="Failed to compare scores"
            onRetry={refetch}
            rows={closestShown}
          />
        </div>
      ) : total === 0 ? (
        <p className="mute pad">You haven't both played a chart yet.</p>
      ) : (
        <>
          <Lead record={data.record} user={data.user} />
          <div className="border-t border-line">
            <CommonCharts user={data.user} charts={data.closest} />
          </div>
          <p className="border-t border-line px-4 py-2.5 text-sm">
            <Link className="hit link" to={`/rivals/${id}`}>
              {total > closestShown ? `All ${countText(total)} charts` : 'Sort by score or title'}
            </Link>
          </p>
        </>
      )}
    </Panel>
  )
}

/** The viewer and another player on the active board. Disabled for visitors and on the own profile. */
export function useHeadToHead(id: string) {
  const user = useUser()
  const [board] = useActiveBoard()
  const enabled = user !== null && user.id !== id
  const query = { leaderboard: board, limit: 1 }
  const read = useRead(getHeadToHead, { params: { id }, query }, { enabled, keepPrevious: true })
  return { ...read, enabled }
}

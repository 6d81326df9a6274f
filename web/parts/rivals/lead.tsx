import {
  closestShown,
  getHeadToHead,
  type HeadToHead,
  type HeadToHeadRecord,
} from '@stepledger/contracts/http/rivals.ts'
import { Link } from 'react-router-dom'
import { useRead } from '../../api/use-call.ts'
import { useRelations, useUser } from '../../sign-in/use-session.ts'
import { counted, countText } from '../../ui/format.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { UnloadedRows } from '../../ui/states.tsx'
import { useActiveBoard } from '../leaderboard/active-board.tsx'
import { CommonCharts } from './common-charts.tsx'

type Props = Pick<HeadToHead, 'record' | 'user'>

/** Who leads on how many charts: both names with their numbers over the bar. */
export function Lead({ record, user }: Props) {
  const isRival = useRelations()(user.id) === 'rival'
  const { ahead, level, behind } = record
  return (
    <div className="px-4 pt-3 pb-2">
      <p className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm font-semibold" aria-hidden="true">
        <span className="ic-own inline-flex items-center gap-1.5">
          <Icon name="user" /> You lead on {countText(ahead)}
        </span>
        <span className={`inline-flex min-w-0 items-center gap-1.5 ${isRival ? 'ic-rival' : 'mute'}`}>
          <span className="min-w-0 wrap-anywhere">
            {user.alias} on {countText(behind)}
          </span>
          {isRival && <Icon name="rival" />}
        </span>
      </p>
      <LeadBar record={record} alias={user.alias} isRival={isRival} />
      <p className="mute mt-1 min-h-4.5 text-center text-xs" aria-hidden="true">
        {level > 0 && `${countText(level)} level`}
      </p>
    </div>
  )
}

interface LeadBarProps {
  readonly record: HeadToHeadRecord
  readonly alias: string
  readonly isRival: boolean
}

/** On how many common charts the viewer and another player lead, as one bar. Its numbers are its accessible name. */
export function LeadBar({ record, alias, isRival }: LeadBarProps) {
  const { ahead, level, behind } = record
  const label = `You lead on ${ahead}, ${alias} on ${behind}, ${level} level`
  const parts = [
    { name: 'ahead', charts: ahead },
    { name: 'level', charts: level },
    { name: 'behind', charts: behind },
  ]
  return (
    <div className={`lead ${isRival ? 'is-rival' : 'is-other'}`} role="img" aria-label={label}>
      {parts.map(
        ({ name, charts }) => charts > 0 && <i key={name} className={name} style={{ flexGrow: charts }} />,
      )}
    </div>
  )
}

interface HeadToHeadPanelProps {
  readonly player: { readonly id: string; readonly alias: string }
}

/**
 * The viewer and another player: who leads on how many common charts of the active board, and the closest ones. Renders
 * nothing for visitors and on the own profile.
 */
export function HeadToHeadPanel({ player: { id, alias } }: HeadToHeadPanelProps) {
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

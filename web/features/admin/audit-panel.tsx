import { getOperatorAudit, type OperatorAuditEntry } from '@stepledger/contracts/http/operations.ts'
import { countText } from '../../ui/count-text.ts'
import { CallFailure } from '../../ui/error-banner.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { useOperationsRead } from './use-operations-read.ts'
import { ReinstateButton } from './wipe-panel.tsx'

const entriesShown = 50

export function AuditPanel() {
  const { data, error, refetch } = useOperationsRead(getOperatorAudit, 'audit', {
    query: { limit: entriesShown },
  })
  const hidden = data ? data.total - data.entries.length : 0
  return (
    <Panel title="Audit log">
      <CallFailure className="m-4" error={error} sentence="Failed to load the audit log" onRetry={refetch} />
      {!data && !error && <SkeletonRows rows={6} shape="board" />}
      {data?.entries.length === 0 && <p className="mute pad text-sm">No actions yet.</p>}
      {data && data.entries.length > 0 && <Entries entries={data.entries} />}
      {hidden > 0 && (
        <p className="mute pad text-sm">
          {countText(hidden)} older: <code>ledger audit</code> lists all.
        </p>
      )}
    </Panel>
  )
}

function Entries({ entries }: { entries: readonly OperatorAuditEntry[] }) {
  if (!useWide())
    return (
      <ul>
        {entries.map((entry) => (
          <li key={keyOf(entry)} className="border-b border-line px-4 py-2.5 last:border-0">
            <div className="flex items-baseline gap-3">
              <p className="min-w-0 grow font-semibold wrap-anywhere">{entry.what}</p>
              <Time at={entry.at} format="short" className="mute text-xs" />
            </div>
            <p className="mute text-xs wrap-anywhere">{nameOf(entry)}</p>
            <p className="text-sm wrap-anywhere">{detailsOf(entry)}</p>
            <Undo entry={entry} entries={entries} />
          </li>
        ))}
      </ul>
    )
  return (
    <Table
      className="mid"
      rows={entries}
      keyOf={keyOf}
      columns={[
        {
          head: 'Time',
          cellClass: 'mute whitespace-nowrap',
          cell: ({ at }) => <Time at={at} format="short" />,
        },
        { head: 'Who', cellClass: 'font-semibold wrap-anywhere', cell: nameOf },
        {
          head: 'What',
          cell: ({ what, position }) => (
            <>
              {what} {position === null && <Tag>Queued</Tag>}
            </>
          ),
        },
        {
          head: 'Details and reason',
          cell: (entry) => (
            <div className="flex items-center gap-3">
              <span className="mute min-w-0 grow wrap-anywhere">{detailsOf(entry)}</span>
              <Undo entry={entry} entries={entries} />
            </div>
          ),
        },
      ]}
    />
  )
}

function Undo({ entry, entries }: { entry: OperatorAuditEntry; entries: readonly OperatorAuditEntry[] }) {
  const { wipe } = entry.details
  if (entry.what !== 'Plays wiped' || wipe === undefined) return null
  if (entries.some(({ what, details }) => what === 'Wipe reinstated' && details.wipe === wipe)) return null
  return <ReinstateButton wipe={wipe} />
}

const keyOf = ({ at, position, what }: OperatorAuditEntry) => `${position} ${at} ${what}`

const nameOf = ({ operator }: OperatorAuditEntry) => operator ?? 'Unknown'

/** "kestrel, plays 12: cheated on a keyboard". */
function detailsOf({ player, playerId, details, reason }: OperatorAuditEntry): string {
  const about = [
    ...[player ?? playerId ?? []].flat(),
    ...Object.entries(details)
      .filter(([name, value]) => name !== 'reason' || value !== reason)
      .map(([name, value]) => `${name} ${value}`),
  ].join(', ')
  return [about, reason ?? ''].filter((text) => text !== '').join(': ')
}

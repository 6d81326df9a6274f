import type { HeadToHead, HeadToHeadRecord } from '@stepledger/contracts/http/rivals.ts'
import { useRelations } from '../../sign-in/use-session.ts'
import { countText } from '../../ui/count-text.ts'
import { Icon } from '../../ui/icon.tsx'

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

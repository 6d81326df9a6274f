import type { RivalRecord } from '@stepledger/contracts/http/head-to-head.ts'
import { Link } from 'react-router-dom'
import { useRowLink } from '../../lists/use-row-link.ts'
import { LeadBar } from '../../rivals/lead.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { countText } from '../../ui/count-text.ts'
import { Time } from '../../ui/time.tsx'

interface Props {
  readonly rival: RivalRecord
  readonly onRemove: () => void
}

/** A rival with the record against them; the row opens the comparison. */
export function RivalRow({ rival: { user, since, playedAt, record }, onRemove }: Props) {
  const rowLink = useRowLink()
  const { ahead, level, behind } = record
  const common = ahead + level + behind
  return (
    <li
      {...rowLink(
        `/rivals/${user.id}`,
        'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-0 md:grid-cols-[auto_minmax(0,16rem)_minmax(0,1fr)_auto]',
      )}
    >
      <Avatar id={user.id} alias={user.alias} imageUrl={user.profileImageUrl} size="2rem" />
      <div className="min-w-0">
        <Link className="hit block truncate font-semibold hover:underline" to={`/rivals/${user.id}`}>
          {user.alias}
        </Link>
        <p className="mute text-xs">
          {playedAt === null ? (
            <>
              rival since <Time at={since} format="day" />
            </>
          ) : (
            <>
              last played <Time at={playedAt} format="short" />
            </>
          )}
        </p>
      </div>
      <div className="max-md:order-last max-md:col-span-3">
        {common === 0 ? (
          <p className="mute text-sm">No charts in common</p>
        ) : (
          <>
            <p className="mb-1 flex justify-between text-xs" aria-hidden="true">
              <span className="ic-own font-semibold">{countText(ahead)}</span>
              {level > 0 && <span className="mute">{countText(level)} level</span>}
              <span className="ic-rival font-semibold">{countText(behind)}</span>
            </p>
            <LeadBar record={record} alias={user.alias} isRival />
          </>
        )}
      </div>
      <Button size="small" aria-label={`Remove ${user.alias}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
